# diagnosis: the order is wrong
def all_gather(shards, axis):
    n = len(shards)
    turned = [[shards[(i + j) % n] for j in range(n)] for i in range(n)]
    return [np.concatenate(own, axis=axis) for own in turned]
