# diagnosis: glues the pieces in the wrong order [1, 2, 0]
def all_gather(shards, axis):
    n = len(shards)
    turned = [[shards[(i + j) % n] for j in range(n)] for i in range(n)]
    return [np.concatenate(own, axis=axis) for own in turned]
