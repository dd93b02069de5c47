# diagnosis: is summed over axis 1
def all_reduce(partials):
    return [np.sum(partials, axis=1) for _ in partials]
