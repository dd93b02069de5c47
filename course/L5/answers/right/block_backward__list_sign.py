def block_backward(dev, G, X, H_i, W1_i, W2_i):
    dH_i = np.sign(H_i) * (W2_i @ G.T).T
    dX = dev["tp"].all_reduce((W1_i @ dH_i.T).T)
    return [dX, (dH_i.T @ X).T, (G.T @ H_i).T]
