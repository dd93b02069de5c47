def attention_forward(dev, X, W_Q_i, W_K_i, W_V_i, W_O_i, n_heads):
    c = X.shape[1] // n_heads
    Q, K, V = ((X @ W).reshape(len(X), -1, c).swapaxes(0, 1) for W in (W_Q_i, W_K_i, W_V_i))
    scores = Q @ K.swapaxes(1, 2) / c**0.5
    scores -= scores.max(axis=-1, keepdims=True)
    weights = np.exp(scores)
    weights /= weights.sum(axis=-1, keepdims=True)
    heads = (weights @ V).swapaxes(0, 1).reshape(len(X), -1)
    return dev.all_reduce(heads @ W_O_i)
