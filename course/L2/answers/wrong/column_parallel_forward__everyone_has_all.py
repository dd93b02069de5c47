# diagnosis: every device holds the whole array
def column_parallel_forward(X, W_shards):
    Y = np.concatenate([X @ W_i for W_i in W_shards], axis=1)
    return [Y] * len(W_shards)
