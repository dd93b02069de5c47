# diagnosis: where Z_i is below 0; above 0 it should
def mlp_backward(dev, G, X, W1_i, b1_i, W2_i):
    Z_i = X @ W1_i + b1_i
    H_i = np.maximum(Z_i, 0)
    G_H = (G @ W2_i.T) * (X @ W1_i + b1_i < 0)
    return dev.all_reduce(G_H @ W1_i.T), X.T @ G_H, G_H.sum(axis=0), H_i.T @ G, G.sum(axis=0)
