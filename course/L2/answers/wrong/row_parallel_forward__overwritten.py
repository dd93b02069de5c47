# diagnosis: is the partial sum of device 1 alone
def row_parallel_forward(X_shards, W_shards):
    for X_i, W_i in zip(X_shards, W_shards):
        Y = X_i @ W_i
    return Y
