def train_step(dev, params, X, target, M, lr, frozen):
    tp, pp, dp = dev["tp"], dev["pp"], dev["dp"]
    s, D = pp.rank, pp.size
    b = X.shape[0] // M
    grad = {name: 0.0 for name in params}
    like = np.zeros((b, params["W1"].shape[0]))
    kept = {}

    def forward(m):
        x = X[m * b : m * b + b] @ params["E"] if s == 0 else pp.recv(s - 1, like=like)
        h = np.maximum(0, x @ params["W1"])
        y = tp.all_reduce(h @ params["W2"])
        kept[m] = x, h, y
        if s < D - 1:
            pp.send(y, s + 1)

    def backward(m):
        x, h, y = kept.pop(m)
        if s == D - 1:
            off = (y @ params["E"].T - target[m * b : m * b + b]) / b
            grad["E"] = grad["E"] + off.T @ y
            g = off @ params["E"]
        else:
            g = pp.recv(s + 1, like=like)
        gh = np.where(h > 0, g @ params["W2"].T, 0)
        grad["W2"] = grad["W2"] + h.T @ g
        grad["W1"] = grad["W1"] + x.T @ gh
        gx = tp.all_reduce(gh @ params["W1"].T)
        if s > 0:
            pp.send(gx, s - 1)
        else:
            grad["E"] = grad["E"] + X[m * b : m * b + b].T @ gx

    warm = min(M, D - s)
    for m in range(warm):
        forward(m)
    for m in range(M):
        backward(m)
        if m + warm < M:
            forward(m + warm)
    result = {}
    for name, W in params.items():
        if name in frozen:
            result[name] = W
            continue
        g = dp.all_reduce(grad[name] / M) / dp.size
        if name == "E" and D > 1:
            other = D - 1 if s == 0 else 0
            pp.send(g, other)
            g = g + pp.recv(other, like=g)
        result[name] = W - lr * g
    return result
