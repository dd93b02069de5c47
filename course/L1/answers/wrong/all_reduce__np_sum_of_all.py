# diagnosis: adds everything into one number
def all_reduce(partials):
    return np.sum(partials)
