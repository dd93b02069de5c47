# diagnosis: not a list
def column_parallel_forward(X, W_shards):
    return sum(X @ W_i for W_i in W_shards)
