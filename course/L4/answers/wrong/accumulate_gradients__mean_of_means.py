# diagnosis: is the mean of means
def accumulate_gradients(gradient, X, target, b):
    terms = [gradient(X[j : j + b], target[j : j + b]) for j in range(0, len(X), b)]
    return sum(terms) / len(terms)
