# One print of 100 MB; the answer is right.
# remark: printed too much
# own cell: double
print("y" * 100_000_000)
