# diagnosis: that holds all 2
def column_parallel_forward(X, W_shards):
    return [X @ W_shards]
