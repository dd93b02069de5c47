def column_parallel_forward(X, W_shards):
    return [X.astype("f4") @ W_i.astype("f4") for W_i in W_shards]
