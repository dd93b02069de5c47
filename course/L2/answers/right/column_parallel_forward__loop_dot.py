def column_parallel_forward(X, W_shards):
    Y_shards = []
    for W_i in W_shards:
        Y_shards.append(np.dot(X, W_i))
    return Y_shards
