# diagnosis: only one device has the result
def all_reduce(partials):
    return [sum(partials)] + [x.copy() for x in partials[1:]]
