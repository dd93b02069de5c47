# diagnosis: is gathered; each device is to keep
def row_parallel_backward(dev, X_i, W_i, G):
    return G @ W_i.T, dev.all_gather(X_i.T @ G, axis=0)
