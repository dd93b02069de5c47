# diagnosis: 1 × all_gather and 1 × all_reduce
def mlp_forward_by_tokens(dev, X_i, W1_i, b1_i, W2_i, b2):
    H_i = np.maximum(dev.all_gather(X_i, axis=0) @ W1_i + b1_i, 0)
    Y = dev.all_reduce(H_i @ W2_i) + b2
    return np.array_split(Y, dev.size)[dev.rank]
