# diagnosis: return a tuple of 2, (Y, H_i)
def block_forward(dev, X, W1_i, W2_i):
    H_i = np.maximum(X @ W1_i, 0)
    return dev["tp"].all_reduce(H_i @ W2_i)
