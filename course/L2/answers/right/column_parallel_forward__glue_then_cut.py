def column_parallel_forward(X, W_shards):
    Y = X @ np.concatenate(W_shards, axis=1)
    cuts = np.cumsum([W_i.shape[1] for W_i in W_shards])[:-1]
    return [Y_i.copy() for Y_i in np.split(Y, cuts, axis=1)]
