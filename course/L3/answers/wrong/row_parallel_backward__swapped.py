# diagnosis: the two are exchanged
def row_parallel_backward(dev, X_i, W_i, G):
    return X_i.T @ G, G @ W_i.T
