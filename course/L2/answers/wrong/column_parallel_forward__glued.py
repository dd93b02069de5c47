# diagnosis: not cut, or glued again
def column_parallel_forward(X, W_shards):
    return np.concatenate([X @ W_i for W_i in W_shards], axis=1)
