# diagnosis: b2 counts 2 times
def mlp_forward_by_tokens(dev, X_i, W1_i, b1_i, W2_i, b2):
    H_i = np.maximum(dev.all_gather(X_i, axis=0) @ W1_i + b1_i, 0)
    return dev.reduce_scatter(H_i @ W2_i + b2, axis=0)
