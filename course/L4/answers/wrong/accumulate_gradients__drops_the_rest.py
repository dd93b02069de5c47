# diagnosis: leaves out the last micro-batch
def accumulate_gradients(gradient, X, target, b):
    a = len(X) // b
    total = 0
    for j in range(a):
        total = total + gradient(X[j * b : (j + 1) * b], target[j * b : (j + 1) * b])
    return total / a
