# diagnosis: is glued; an all-reduce adds
def all_reduce(partials):
    return [np.concatenate(partials, axis=-1) for _ in partials]
