def accumulate_gradients(gradient, X, target, b):
    total = None
    for j in range(0, len(X), b):
        g = gradient(X[j : j + b], target[j : j + b])
        total = np.zeros_like(g) if total is None else total
        total += g * (len(X[j : j + b]) / len(X))
    return total
