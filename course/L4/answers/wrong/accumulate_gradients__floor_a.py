# diagnosis: divides by samples // b
def accumulate_gradients(gradient, X, target, b):
    total, a = 0, len(X) // b
    for j in range(0, len(X), b):
        total = total + gradient(X[j : j + b], target[j : j + b]) / a
    return total
