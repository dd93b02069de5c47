# diagnosis: makes 1 × reduce_scatter and 1 × all_gather
def mlp_forward(dev, X, W1_i, b1_i, W2_i, b2):
    H_i = np.maximum(X @ W1_i + b1_i, 0)
    Y_i = dev.reduce_scatter(H_i @ W2_i, axis=0)
    return dev.all_gather(Y_i, axis=0) + b2
