# diagnosis: b1_i is added after the ReLU
def mlp_forward(dev, X, W1_i, b1_i, W2_i, b2):
    H_i = np.maximum(X @ W1_i, 0) + b1_i
    return dev.all_reduce(H_i @ W2_i) + b2
