def accumulate_gradients(gradient, X, target, b):
    seen, mean, j = 0, 0.0, 0
    while j < len(X):
        x = X[j : j + b]
        mean = (seen * mean + len(x) * gradient(x, target[j : j + b])) / (seen + len(x))
        seen, j = seen + len(x), j + b
    return mean
