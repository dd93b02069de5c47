# diagnosis: lacks the partial sum of device
def all_reduce(partials):
    return [sum(partials[i] for i in range(len(partials) - 1)) + 0 * partials[0] for _ in partials]
