# diagnosis: Deadlock
def column_parallel_backward(dev, X, W_i, G_i):
    dX = G_i @ W_i.T
    if dev.rank == 0:
        dX = dev.all_reduce(dX)
    return dX, X.T @ G_i
