# diagnosis: one a hop
def pipeline_forward(dev, X, W, M, b):
    pipe = dev["pp"]
    if pipe.rank > 0:
        X = pipe.recv(pipe.rank - 1, like=np.empty((M * b, W.shape[0])))
    Y = X @ W
    if pipe.rank < pipe.size - 1:
        pipe.send(Y, pipe.rank + 1)
        return None
    return Y
