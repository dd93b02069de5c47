# diagnosis: wrong order
def column_parallel_forward(X, W_shards):
    return [X @ W_i for W_i in reversed(W_shards)]
