# diagnosis: widths may differ
def column_parallel_forward(X, W_shards):
    return list(np.array([X]) @ np.array(W_shards))
