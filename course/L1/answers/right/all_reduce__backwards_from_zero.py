def all_reduce(partials):
    total = np.zeros(partials[0].shape)
    for x in reversed(partials):
        total = total + x
    return tuple(np.array(total) for _ in partials)
