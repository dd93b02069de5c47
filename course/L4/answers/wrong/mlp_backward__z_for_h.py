# diagnosis: dW2_i: takes Z_i; what meets W2_i is relu(Z_i)
def mlp_backward(dev, G, X, W1_i, b1_i, W2_i):
    Z_i = X @ W1_i + b1_i
    dZ_i = (G @ W2_i.T) * (Z_i > 0)
    dX = dev.all_reduce(dZ_i @ W1_i.T)
    return dX, X.T @ dZ_i, dZ_i.sum(axis=0), Z_i.T @ G, G.sum(axis=0)
