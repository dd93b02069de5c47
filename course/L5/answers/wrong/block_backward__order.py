# diagnosis: dX
def block_backward(dev, G, X, H_i, W1_i, W2_i):
    dH_i = (G @ W2_i.T) * (H_i > 0)
    dX = dev["tp"].all_reduce(dH_i @ W1_i.T)
    return X.T @ dH_i, H_i.T @ G, dX
