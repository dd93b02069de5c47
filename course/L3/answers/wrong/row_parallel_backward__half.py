# diagnosis: 2 times too small everywhere
def row_parallel_backward(dev, X_i, W_i, G):
    G = G / dev.size
    return G @ W_i.T, X_i.T @ G
