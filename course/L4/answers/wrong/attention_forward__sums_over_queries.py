# diagnosis: are divided by sums over queries
def attention_forward(dev, X, W_Q_i, W_K_i, W_V_i, W_O_i, n_heads):
    c = X.shape[1] // n_heads
    Q_i, K_i, V_i = X @ W_Q_i, X @ W_K_i, X @ W_V_i
    heads = []
    for j in range(0, Q_i.shape[1], c):
        scores = Q_i[:, j : j + c] @ K_i[:, j : j + c].T / np.sqrt(c)
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        heads.append(weights / weights.sum(axis=0) @ V_i[:, j : j + c])
    return dev.all_reduce(np.hstack(heads) @ W_O_i)
