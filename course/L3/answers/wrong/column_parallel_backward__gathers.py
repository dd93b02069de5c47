# diagnosis: glues the partial sums along axis 1
def column_parallel_backward(dev, X, W_i, G_i):
    return dev.all_gather(G_i @ W_i.T, axis=1), X.T @ G_i
