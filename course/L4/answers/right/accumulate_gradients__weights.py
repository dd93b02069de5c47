def accumulate_gradients(gradient, X, target, b):
    starts = range(0, len(X), b)
    sizes = np.array([len(X[j : j + b]) for j in starts])
    terms = [gradient(X[j : j + b], target[j : j + b]) for j in starts]
    return sum(share * g for share, g in zip(sizes / len(X), terms))
