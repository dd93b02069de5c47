# diagnosis: the ReLU comes after W2
def mlp_forward(dev, X, W1_i, b1_i, W2_i, b2):
    return np.maximum(dev.all_reduce((X @ W1_i + b1_i) @ W2_i) + b2, 0)
