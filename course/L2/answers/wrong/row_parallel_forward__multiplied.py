# diagnosis: are multiplied; add them
def row_parallel_forward(X_shards, W_shards):
    Y = 1
    for X_i, W_i in zip(X_shards, W_shards, strict=True):
        Y = Y * (X_i @ W_i)
    return Y
