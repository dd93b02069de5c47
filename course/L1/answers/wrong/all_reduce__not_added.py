# diagnosis: the partial sums are not added
def all_reduce(partials):
    return [x.copy() for x in partials]
