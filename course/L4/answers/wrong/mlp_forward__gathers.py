# diagnosis: makes 2 × all_gather
def mlp_forward(dev, X, W1_i, b1_i, W2_i, b2):
    H = dev.all_gather(np.maximum(X @ W1_i + b1_i, 0), axis=1)
    return H @ dev.all_gather(W2_i, axis=0) + b2
