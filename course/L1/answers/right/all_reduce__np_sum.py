def all_reduce(partials):
    return [np.sum(partials, axis=0) for _ in range(len(partials))]
