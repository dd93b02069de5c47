# The same in what an exception says, which becomes the reason.
# loses: double, cut
# reason: said
# cell: double
def double(x):
    raise ValueError("\ud800 said \udcff")
# cell: cut
raise ValueError("\ud800 said")
