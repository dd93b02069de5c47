# diagnosis: is one number, not an array
def all_reduce(partials):
    return [np.array(np.sum(partials)) for _ in partials]
