# diagnosis: divides by the number of calls
def accumulate_gradients(gradient, X, target, b):
    total, calls = 0, 0
    for j in range(0, len(X), b):
        x = X[j : j + b]
        total, calls = total + gradient(x, target[j : j + b]) * len(x), calls + 1
    return total / calls
