# diagnosis: are 1 on device 0
def mlp_backward(dev, G, X, W1_i, b1_i, W2_i):
    Z_i = X @ W1_i + b1_i
    dZ_i = (G @ W2_i.T) * (Z_i > 0)
    dX = dev.all_reduce(dZ_i @ W1_i.T)
    return dX
