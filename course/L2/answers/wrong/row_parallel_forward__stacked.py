# diagnosis: stacks the partial sums
def row_parallel_forward(X_shards, W_shards):
    return np.stack([X_i @ W_i for X_i, W_i in zip(X_shards, W_shards)])
