# diagnosis: subtract each row's maximum before np.exp
def attention_forward(dev, X, W_Q_i, W_K_i, W_V_i, W_O_i, n_heads):
    c = X.shape[1] // n_heads
    Q_i, K_i, V_i = X @ W_Q_i, X @ W_K_i, X @ W_V_i
    heads = []
    for begin in range(0, Q_i.shape[1], c):
        head = slice(begin, begin + c)
        scores = Q_i[:, head] @ K_i[:, head].T / np.sqrt(c)
        weights = np.exp(scores)
        heads.append(weights / weights.sum(axis=1, keepdims=True) @ V_i[:, head])
    return dev.all_reduce(np.hstack(heads) @ W_O_i)
