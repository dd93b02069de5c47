# diagnosis: is glued below each other
def all_reduce(partials):
    return [np.concatenate(partials) for _ in partials]
