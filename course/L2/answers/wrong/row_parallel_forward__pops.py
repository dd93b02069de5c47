# diagnosis: changed in place
def row_parallel_forward(X_shards, W_shards):
    Y = 0
    while X_shards:
        Y = Y + X_shards.pop(0) @ W_shards.pop(0)
    return Y
