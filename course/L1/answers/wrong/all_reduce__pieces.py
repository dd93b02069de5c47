# diagnosis: each device holds a piece of the sum, as a reduce_scatter leaves it
def all_reduce(partials):
    return np.array_split(sum(partials), len(partials), axis=-1)
