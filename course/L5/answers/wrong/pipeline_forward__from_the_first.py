# diagnosis: four stages
def pipeline_forward(dev, X, W, M, b):
    pipe = dev["pp"]
    made = []
    for i in range(M):
        if pipe.rank == 0:
            x = X[i * b : (i + 1) * b]
        else:
            x = pipe.recv(max(0, min(pipe.rank - 1, 1)), like=np.zeros((b, W.shape[0])))
        y = x @ W
        if pipe.rank < pipe.size - 1:
            pipe.send(y, pipe.rank + 1)
        made.append(y)
    return np.concatenate(made) if pipe.rank == pipe.size - 1 else None
