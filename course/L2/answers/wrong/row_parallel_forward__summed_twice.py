# diagnosis: summed twice
def row_parallel_forward(X_shards, W_shards):
    Y = 0
    for _ in range(2):
        for X_i, W_i in zip(X_shards, W_shards):
            Y = Y + X_i @ W_i
    return Y
