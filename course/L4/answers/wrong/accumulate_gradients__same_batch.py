# diagnosis: takes the first micro-batch again and again
def accumulate_gradients(gradient, X, target, b):
    total = 0
    for j in range(0, len(X), b):
        x = X[:b]
        total = total + gradient(x, target[:b]) * len(X[j : j + b])
    return total / len(X)
