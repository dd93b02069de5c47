# diagnosis: adds up means and divides by b
def accumulate_gradients(gradient, X, target, b):
    total = 0
    for j in range(0, len(X), b):
        total = total + gradient(X[j : j + b], target[j : j + b])
    return total / b
