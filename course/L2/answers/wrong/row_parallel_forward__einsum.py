# diagnosis: heights may differ, so the pieces do not stack
def row_parallel_forward(X_shards, W_shards):
    return np.einsum("nij,njk->ik", np.array(X_shards), np.array(W_shards))
