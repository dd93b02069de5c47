# diagnosis: is averaged, not summed
def all_reduce(partials):
    return [np.mean(partials, axis=0) for _ in partials]
