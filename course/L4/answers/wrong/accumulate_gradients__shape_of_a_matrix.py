# diagnosis: the array that gradient returns may have any shape
def accumulate_gradients(gradient, X, target, b):
    total = np.zeros(X.shape[1:] + target.shape[1:])
    for j in range(0, len(X), b):
        x = X[j : j + b]
        total += gradient(x, target[j : j + b]) * len(x)
    return total / len(X)
