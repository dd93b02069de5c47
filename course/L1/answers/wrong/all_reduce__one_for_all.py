# diagnosis: share one array
def all_reduce(partials):
    return [sum(partials)] * len(partials)
