# diagnosis: each belongs to its own rows of W
def row_parallel_backward(dev, X_i, W_i, G):
    return G @ W_i.T, dev.all_reduce(X_i.T @ G)
