# diagnosis: and reduce_scatter the terms
def mlp_forward_by_tokens(dev, X_i, W1_i, b1_i, W2_i, b2):
    X = dev.all_gather(X_i, axis=0)
    Y = np.maximum(X @ W1_i + b1_i, 0) @ W2_i
    return np.array_split(Y, dev.size)[dev.rank] + b2
