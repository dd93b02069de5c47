def row_parallel_forward(X_shards, W_shards):
    Y = np.zeros((X_shards[0].shape[0], W_shards[0].shape[1]))
    for X_i, W_i in zip(X_shards, W_shards):
        Y += X_i @ W_i
    return Y
