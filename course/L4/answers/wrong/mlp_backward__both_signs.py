# diagnosis: is stopped where it is itself below 0, too
def mlp_backward(dev, G, X, W1_i, b1_i, W2_i):
    H_i = np.maximum(X @ W1_i + b1_i, 0)
    G_H = np.maximum(G @ W2_i.T, 0) * (H_i > 0)
    return dev.all_reduce(G_H @ W1_i.T), X.T @ G_H, G_H.sum(axis=0), H_i.T @ G, G.sum(axis=0)
