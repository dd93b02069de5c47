# diagnosis: without it
def mlp_forward(dev, X, W1_i, b1_i, W2_i, b2):
    H_i = np.maximum(X @ W1_i + b1_i, 0)
    Y_i = H_i @ W2_i
    if dev.rank == 0:
        Y_i = dev.all_reduce(Y_i) + b2
    return Y_i
