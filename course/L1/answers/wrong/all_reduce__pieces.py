# diagnosis: of device
def all_reduce(partials):
    return np.array_split(sum(partials), len(partials), axis=-1)
