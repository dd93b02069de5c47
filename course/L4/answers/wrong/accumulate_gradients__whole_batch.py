# diagnosis: samples at once; b = 4 fit
def accumulate_gradients(gradient, X, target, b):
    return gradient(X, target)
