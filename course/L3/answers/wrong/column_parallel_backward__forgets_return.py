# diagnosis: returned nothing; return two arrays
def column_parallel_backward(dev, X, W_i, G_i):
    dX = dev.all_reduce(G_i @ W_i.T)
    dW_i = X.T @ G_i
