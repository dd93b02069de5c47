# diagnosis: calls gradient 12 times, where 3 will do
def accumulate_gradients(gradient, X, target, b):
    total = 0
    for j in range(len(X)):
        total = total + gradient(X[j : j + 1], target[j : j + 1])
    return total / len(X)
