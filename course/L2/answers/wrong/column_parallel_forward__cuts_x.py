# diagnosis: X is cut as well
def column_parallel_forward(X, W_shards):
    X_shards = np.array_split(X, len(W_shards))
    return [X_i @ W_i for X_i, W_i in zip(X_shards, W_shards)]
