# diagnosis: not a list
def column_parallel_forward(X, W_shards):
    for W_i in W_shards:
        return X @ W_i
