def column_parallel_backward(dev, X, W_i, G_i):
    term = np.dot(G_i, W_i.T)
    piece = dev.reduce_scatter(term, axis=0)
    return [dev.all_gather(piece, axis=0), (G_i.T @ X).T]
