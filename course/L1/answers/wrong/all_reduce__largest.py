# diagnosis: is the largest of the terms
def all_reduce(partials):
    return [np.max(partials, axis=0) for _ in partials]
