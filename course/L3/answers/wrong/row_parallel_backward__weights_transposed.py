# diagnosis: is transposed
def row_parallel_backward(dev, X_i, W_i, G):
    return G @ W_i.T, G.T @ X_i
