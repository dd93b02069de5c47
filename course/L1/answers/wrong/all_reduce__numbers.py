# diagnosis: append and sum want an axis
def all_reduce(partials):
    return [np.array([x.sum() for x in partials]) for _ in partials]
