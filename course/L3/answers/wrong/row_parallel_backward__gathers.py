# diagnosis: is gathered; each device is to keep the piece that it made
def row_parallel_backward(dev, X_i, W_i, G):
    return dev.all_gather(G @ W_i.T, axis=1), X_i.T @ G
