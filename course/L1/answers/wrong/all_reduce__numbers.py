# diagnosis: an index, append or sum took an axis away
def all_reduce(partials):
    return [np.array([x.sum() for x in partials]) for _ in partials]
