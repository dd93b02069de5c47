# diagnosis: add over the devices, axis 0
def all_reduce(partials):
    return [np.array([x.sum() for x in partials]) for _ in partials]
