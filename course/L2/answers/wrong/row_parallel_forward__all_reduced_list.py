# diagnosis: equal arrays; return the array itself
def row_parallel_forward(X_shards, W_shards):
    Y = sum([X_i @ W_i for X_i, W_i in zip(X_shards, W_shards)])
    return [Y.copy() for _ in X_shards]
