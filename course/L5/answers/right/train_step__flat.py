def train_step(dev, params, X, target, M, lr, frozen):
    s, last = dev["pp"].rank, dev["pp"].size - 1
    Xs, targets = np.split(X, M), np.split(target, M)
    shape = np.zeros((len(Xs[0]), len(params["W1"])))
    outs = []
    for x in Xs:
        z = x @ params["E"] if s == 0 else dev["pp"].recv(s - 1, like=shape)
        h = z @ params["W1"]
        h *= h > 0
        outs.append([z, h, dev["tp"].all_reduce(h @ params["W2"])])
        if s != last:
            dev["pp"].send(outs[-1][2], s + 1)
    dW1, dW2 = np.zeros(params["W1"].shape), np.zeros(params["W2"].shape)
    dE = np.zeros((X.shape[1], len(params["W1"])))
    for x, t, (z, h, y) in zip(Xs, targets, outs):
        if s == last:
            error = y @ params["E"].T - t
            dE += error.T @ y
            g = error @ params["E"]
        else:
            g = dev["pp"].recv(s + 1, like=shape)
        dW2 += h.T @ g
        gh = g @ params["W2"].T * (h > 0)
        dW1 += z.T @ gh
        back = dev["tp"].all_reduce(gh @ params["W1"].T)
        if s == 0:
            dE += x.T @ back
        else:
            dev["pp"].send(back, s - 1)
    if "E" in params and "E" not in frozen and last > 0:
        dev["pp"].send(dE, last - s)
        dE = dE + dev["pp"].recv(last - s, like=dE)
    all_of_them = {"W1": dW1, "W2": dW2, "E": dE}
    names = [name for name in params if name not in frozen]
    flat = dev["dp"].all_reduce(np.concatenate([all_of_them[name].ravel() for name in names]))
    samples, updated = len(X) * dev["dp"].size, dict(params)
    for name in names:
        W = params[name]
        updated[name] = W - lr / samples * flat[: W.size].reshape(W.shape)
        flat = flat[W.size :]
    return updated
