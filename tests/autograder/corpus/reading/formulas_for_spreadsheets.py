# What a spreadsheet would run, in whatever reaches an export.
# loses: double
# cell: double
def double(x):
    raise Exception("=HYPERLINK(\"http://e.org\")\n=1+1\n+1\n-1\n@SUM(1)")
