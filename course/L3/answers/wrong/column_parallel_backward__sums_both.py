# diagnosis: is added up over the devices
def column_parallel_backward(dev, X, W_i, G_i):
    return dev.all_reduce(G_i @ W_i.T), dev.all_reduce(X.T @ G_i)
