# diagnosis: subtract each row's maximum before np.exp
def softmax(scores):
    weights = np.exp(scores)
    return weights / weights.sum(axis=1, keepdims=True)


def attention_forward(dev, X, W_Q_i, W_K_i, W_V_i, W_O_i, n_heads):
    c = X.shape[1] // n_heads
    cuts = range(c, W_Q_i.shape[1], c)
    heads = zip(*(np.split(X @ W, cuts, axis=1) for W in (W_Q_i, W_K_i, W_V_i)), strict=True)
    made = [softmax(Q @ K.T / np.sqrt(c)) @ V for Q, K, V in heads]
    return dev.all_reduce(np.hstack(made) @ W_O_i)
