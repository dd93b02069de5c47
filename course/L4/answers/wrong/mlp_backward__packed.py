# diagnosis: bytes, but one all-reduce
def mlp_backward(dev, G, X, W1_i, b1_i, W2_i):
    Z_i = X @ W1_i + b1_i
    dZ_i = (G @ W2_i.T) * (Z_i > 0)
    both = np.concatenate([(dZ_i @ W1_i.T).ravel(), G.sum(axis=0) / dev.size])
    both = dev.all_reduce(both)
    dX, db2 = both[: X.size].reshape(X.shape), both[X.size :]
    return dX, X.T @ dZ_i, dZ_i.sum(axis=0), np.maximum(Z_i, 0).T @ G, db2
