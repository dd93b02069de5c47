# diagnosis: not a list
def all_reduce(partials):
    return sum(partials)
