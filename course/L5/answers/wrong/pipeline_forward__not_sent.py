# diagnosis: check who sends to whom
def pipeline_forward(dev, X, W, M, b):
    pipe = dev["pp"]
    made = []
    for m in range(M):
        if pipe.rank == 0:
            part = X[m * b : (m + 1) * b]
        else:
            part = pipe.recv(pipe.rank - 1, like=np.empty((b, W.shape[0])))
        made.append(part @ W)
        if pipe.rank < pipe.size - 1:
            pass
    return np.concatenate(made) if pipe.rank == pipe.size - 1 else None
