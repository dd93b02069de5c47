# diagnosis: share one array
def column_parallel_forward(X, W_shards):
    Y_i = np.empty((len(X), W_shards[0].shape[1]))
    return [np.matmul(X, W_i, out=Y_i) for W_i in W_shards]
