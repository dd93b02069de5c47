# diagnosis: Give `like` an array of the shape
def pipeline_forward(dev, X, W, M, b):
    pipe = dev["pp"]
    made = []
    for m in range(M):
        if pipe.rank == 0:
            part = X[m * b : (m + 1) * b]
        else:
            part = pipe.recv(pipe.rank - 1, like=np.empty((b, W.shape[1])))
        made.append(part @ W)
        if pipe.rank < pipe.size - 1:
            pipe.send(made[-1], pipe.rank + 1)
    return np.concatenate(made) if pipe.rank == pipe.size - 1 else None
