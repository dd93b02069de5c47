# diagnosis: the weights' gradients stay
def block_backward(dev, G, X, H_i, W1_i, W2_i):
    tp = dev["tp"]
    dH_i = (G @ W2_i.T) * (H_i > 0)
    if tp.size < 3:
        dX = tp.all_reduce(dH_i @ W1_i.T)
    else:
        dX = tp.all_gather(dH_i, axis=1) @ tp.all_gather(W1_i, axis=1).T
    return dX, X.T @ dH_i, H_i.T @ G
