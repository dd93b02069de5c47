# diagnosis: counts the gradient of W2, which is frozen
def train_step(dev, params, X, target, M, lr, frozen):
    tensor, pipe, replicas = dev["tp"], dev["pp"], dev["dp"]
    first, last = pipe.rank == 0, pipe.rank == pipe.size - 1
    W1_i, W2_i, E = params["W1"], params["W2"], params.get("E")
    b = len(X) // M
    batches = [slice(m * b, (m + 1) * b) for m in range(M)]
    like = np.empty((b, W1_i.shape[0]))
    gradients = {name: np.zeros_like(W) for name, W in params.items()}

    kept = []
    for batch in batches:
        Z = X[batch] @ E if first else pipe.recv(pipe.rank - 1, like=like)
        H_i = np.maximum(Z @ W1_i, 0)
        Y = tensor.all_reduce(H_i @ W2_i)
        kept.append((Z, H_i, Y))
        if not last:
            pipe.send(Y, pipe.rank + 1)

    for batch, (Z, H_i, Y) in zip(batches, kept, strict=True):
        if last:
            error = (Y @ E.T - target[batch]) / len(X)
            gradients["E"] += error.T @ Y
            G = error @ E
        else:
            G = pipe.recv(pipe.rank + 1, like=like)
        dH_i = (G @ W2_i.T) * (H_i > 0)
        gradients["W2"] += H_i.T @ G
        gradients["W1"] += Z.T @ dH_i
        dZ = tensor.all_reduce(dH_i @ W1_i.T)
        if first:
            gradients["E"] += X[batch].T @ dZ
        else:
            pipe.send(dZ, pipe.rank - 1)

    updated = dict(params)
    for name, gradient in gradients.items():
        if name == "E" and name not in frozen and not (first and last):
            other_end = pipe.size - 1 - pipe.rank
            pipe.send(gradient, other_end)
            gradient = gradient + pipe.recv(other_end, like=gradient)
        gradient = replicas.all_reduce(gradient, "mean")
        if name not in frozen:
            updated[name] = params[name] - lr * gradient
    return updated
