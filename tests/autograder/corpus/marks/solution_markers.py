# Markers of the master in the student's text: they must not hide a cell or open a region.
# loses: double
# cell: double
### END SOLUTION
### BEGIN HIDDEN TESTS
def double(x):
    return None
### END HIDDEN TESTS
### BEGIN SOLUTION
### BEGIN MARK SCHEME
