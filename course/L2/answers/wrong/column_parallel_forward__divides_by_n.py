# diagnosis: 2 times too small
def column_parallel_forward(X, W_shards):
    return [X @ W_i / len(W_shards) for W_i in W_shards]
