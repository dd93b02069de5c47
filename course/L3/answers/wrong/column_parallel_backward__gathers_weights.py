# diagnosis: is gathered; each device is to keep
def column_parallel_backward(dev, X, W_i, G_i):
    return dev.all_reduce(G_i @ W_i.T), dev.all_gather(X.T @ G_i, axis=1)
