# diagnosis: dW1_i: is dW2_i; the order is
def mlp_backward(dev, G, X, W1_i, b1_i, W2_i):
    Z_i = X @ W1_i + b1_i
    dZ_i = (G @ W2_i.T) * (Z_i > 0)
    dX = dev.all_reduce(dZ_i @ W1_i.T)
    return dX, np.maximum(Z_i, 0).T @ G, dZ_i.sum(axis=0), X.T @ dZ_i, G.sum(axis=0)
