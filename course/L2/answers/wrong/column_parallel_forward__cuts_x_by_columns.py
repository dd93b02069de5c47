# diagnosis: every device has all of X, uncut
def column_parallel_forward(X, W_shards):
    X_shards = np.array_split(X, len(W_shards), axis=1)
    return [X_i @ W_i for X_i, W_i in zip(X_shards, W_shards, strict=True)]
