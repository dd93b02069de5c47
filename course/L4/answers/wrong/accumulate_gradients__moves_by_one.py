# diagnosis: hands over sample 1 with its target twice
def accumulate_gradients(gradient, X, target, b):
    total = 0
    a = -(-len(X) // b)
    for j in range(a):
        x = X[j : j + b]
        total = total + gradient(x, target[j : j + b]) * len(x)
    return total / len(X)
