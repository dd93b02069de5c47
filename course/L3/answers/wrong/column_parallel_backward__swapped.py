# diagnosis: the two are exchanged
def column_parallel_backward(dev, X, W_i, G_i):
    return X.T @ G_i, dev.all_reduce(G_i @ W_i.T)
