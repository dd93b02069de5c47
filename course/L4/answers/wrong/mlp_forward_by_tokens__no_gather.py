# diagnosis: all_gather X_i first
def mlp_forward_by_tokens(dev, X_i, W1_i, b1_i, W2_i, b2):
    return np.maximum(X_i @ W1_i + b1_i, 0) @ W2_i + b2
