# diagnosis: each device holds a piece of the sum
def column_parallel_backward(dev, X, W_i, G_i):
    return dev.reduce_scatter(G_i @ W_i.T, axis=0), X.T @ G_i
