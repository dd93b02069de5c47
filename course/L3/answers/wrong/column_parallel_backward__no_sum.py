# diagnosis: the partial sums are not added
def column_parallel_backward(dev, X, W_i, G_i):
    return G_i @ W_i.T, X.T @ G_i
