def row_parallel_backward(dev, X_i, W_i, G):
    return np.einsum("bo,io->bi", G, W_i), np.einsum("bi,bo->io", X_i, G)
