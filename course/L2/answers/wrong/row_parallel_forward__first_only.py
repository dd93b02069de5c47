# diagnosis: is the partial sum of device 0 alone
def row_parallel_forward(X_shards, W_shards):
    return X_shards[0] @ W_shards[0]
