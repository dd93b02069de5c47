# diagnosis: glues the partial sums along axis 1
def row_parallel_forward(X_shards, W_shards):
    return np.concatenate([X_i @ W_i for X_i, W_i in zip(X_shards, W_shards)], axis=1)
