# diagnosis: makes 4 × all_gather
def mlp_forward_by_tokens(dev, X_i, W1_i, b1_i, W2_i, b2):
    W1, b1 = dev.all_gather(W1_i, axis=1), dev.all_gather(b1_i, axis=0)
    H_i = np.maximum(X_i @ W1 + b1, 0)
    dev.all_gather(X_i, axis=0)
    return H_i @ dev.all_gather(W2_i, axis=0) + b2
