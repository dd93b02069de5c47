# diagnosis: device 1 has None
def all_reduce(partials):
    return [sum(partials)] + [None] * (len(partials) - 1)
