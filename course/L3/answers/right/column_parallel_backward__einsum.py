def column_parallel_backward(dev, X, W_i, G_i):
    dW_i = np.einsum("bi,bo->io", X, G_i)
    return dev.all_reduce(np.einsum("bo,io->bi", G_i, W_i)), dW_i
