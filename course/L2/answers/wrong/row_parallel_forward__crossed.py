# diagnosis: X_0 meets W_1
def row_parallel_forward(X_shards, W_shards):
    pairs = zip(X_shards, reversed(W_shards), strict=True)
    return sum(X_i @ W_i for X_i, W_i in pairs)
