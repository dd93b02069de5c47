# diagnosis: adds up means and divides by the number of samples
def accumulate_gradients(gradient, X, target, b):
    total = 0
    for j in range(0, len(X), b):
        total = total + gradient(X[j : j + b], target[j : j + b])
    return total / len(X)
