# Code of its own, in several places: it runs where it stands.
# shows: first helper
# own cell: setup
def helper(x):
    return scale * x
print("first", helper.__name__)
# cell: double
double = lambda x: helper(x)
