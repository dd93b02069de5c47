# diagnosis: 3 times too large
def row_parallel_forward(X_shards, W_shards):
    Y = sum([X_i @ W_i for X_i, W_i in zip(X_shards, W_shards)])
    return sum(Y for _ in X_shards)
