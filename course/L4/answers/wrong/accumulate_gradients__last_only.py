# diagnosis: keeps the last micro-batch alone
def accumulate_gradients(gradient, X, target, b):
    for j in range(0, len(X), b):
        total = gradient(X[j : j + b], target[j : j + b])
    return total
