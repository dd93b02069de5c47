# diagnosis: hands over 6 samples
def accumulate_gradients(gradient, X, target, b):
    a = max(1, len(X) // b - 1)
    total = 0
    for x, y in zip(np.array_split(X, a), np.array_split(target, a)):
        total = total + gradient(x, y) * len(x)
    return total / len(X)
