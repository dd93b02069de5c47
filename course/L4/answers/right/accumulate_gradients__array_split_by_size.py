def accumulate_gradients(gradient, X, target, b):
    total, n = None, len(X)
    for x, y in zip(np.split(X, range(b, n, b)), np.split(target, range(b, n, b))):
        term = np.asarray(gradient(x, y)) * (len(x) / n)
        total = term if total is None else total + term
    return total
