# diagnosis: who else needs ∂L/∂W_i
def column_parallel_backward(dev, X, W_i, G_i):
    dW = dev.all_gather(X.T @ G_i, axis=1)
    width = W_i.shape[1]
    return dev.all_reduce(G_i @ W_i.T), dW[:, dev.rank * width : (dev.rank + 1) * width]
