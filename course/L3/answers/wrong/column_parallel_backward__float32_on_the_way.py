# diagnosis: terms rounded to float32
def column_parallel_backward(dev, X, W_i, G_i):
    term = (G_i @ W_i.T).astype(np.float32)
    return dev.all_gather(term[None], axis=0).astype(float).sum(axis=0), X.T @ G_i
