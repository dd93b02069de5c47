def row_parallel_forward(X_shards, W_shards):
    b, d_out = len(X_shards[0]), W_shards[0].shape[1]
    Y = np.zeros((b, d_out), dtype=np.float32)
    for X_i, W_i in zip(X_shards, W_shards):
        for r in range(b):
            for c in range(d_out):
                Y[r, c] += X_i[r] @ W_i[:, c]
    return Y
