# diagnosis: is glued, one below the other
def all_reduce(partials):
    return [np.concatenate(partials) for _ in partials]
