# diagnosis: transposed
def column_parallel_forward(X, W_shards):
    return [(X @ W_i).T for W_i in W_shards]
