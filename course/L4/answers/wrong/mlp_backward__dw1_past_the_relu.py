# diagnosis: dW1_i: goes back through the ReLU also where
def mlp_backward(dev, G, X, W1_i, b1_i, W2_i):
    Z_i = X @ W1_i + b1_i
    dZ_i = (G @ W2_i.T) * (Z_i > 0)
    dX = dev.all_reduce(dZ_i @ W1_i.T)
    return dX, X.T @ (G @ W2_i.T), dZ_i.sum(axis=0), np.maximum(Z_i, 0).T @ G, G.sum(axis=0)
