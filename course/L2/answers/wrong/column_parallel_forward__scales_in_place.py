# diagnosis: X (4×6) was changed in place
def column_parallel_forward(X, W_shards):
    X /= len(W_shards)
    return [X @ W_i for W_i in W_shards]
