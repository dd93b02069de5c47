# diagnosis: is averaged, not summed
def column_parallel_backward(dev, X, W_i, G_i):
    return dev.all_reduce(G_i @ W_i.T, op="mean"), X.T @ G_i
