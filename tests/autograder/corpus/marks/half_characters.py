# Texts that are no Unicode, in errors, values, prints and names: they can't be written to a file.
# loses: double, columns
# reason: double(3) should be 6
# cell: columns
print("\ud800 printed \udfff")
columns = "\ud800"
# cell: double
def double(x):
    return {"\ud800": "\udcff"}
# own cell: double
raise ValueError("\ud800 said \udcff")
