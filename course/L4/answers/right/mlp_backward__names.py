def mlp_backward(dev, G, X, W1_i, b1_i, W2_i):
    H_i = np.maximum(X @ W1_i + b1_i, 0)
    dW2_i = H_i.T @ G
    db2 = np.ones(len(G)) @ G
    dZ_i = np.where(H_i > 0, G @ W2_i.T, 0)
    dW1_i = X.T @ dZ_i
    db1_i = np.sum(dZ_i, axis=0)
    dX = dev["tp"].all_reduce(dZ_i @ W1_i.T)
    return [dX, dW1_i, db1_i, dW2_i, db2]
