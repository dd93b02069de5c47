# diagnosis: b2 is on device 0 alone
def mlp_forward(dev, X, W1_i, b1_i, W2_i, b2):
    H_i = np.maximum(X @ W1_i + b1_i, 0)
    Y = dev.all_reduce(H_i @ W2_i)
    return Y + b2 if dev.rank == 0 else Y
