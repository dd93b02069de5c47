# diagnosis: counts the partial sum of device 0 twice
def row_parallel_forward(X_shards, W_shards):
    Y = X_shards[0] @ W_shards[0]
    for X_i, W_i in zip(X_shards, W_shards):
        Y = Y + X_i @ W_i
    return Y
