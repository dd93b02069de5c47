# diagnosis: hands over sample 4 with its target never
def accumulate_gradients(gradient, X, target, b):
    total = 0
    for j in range(0, len(X), b):
        x = X[j : j + b]
        total = total + gradient(x, target[: len(x)]) * len(x)
    return total / len(X)
