# diagnosis: more is sent than needed
def column_parallel_backward(dev, X, W_i, G_i):
    terms = dev.all_gather((G_i @ W_i.T)[None], axis=0)
    return terms.sum(axis=0), X.T @ G_i
