# diagnosis: device 1 holds zeros
def all_reduce(partials):
    result = [np.zeros_like(x) for x in partials]
    result[0] = sum(partials)
    return result
