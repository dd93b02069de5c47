# diagnosis: glues the pieces in the wrong order [2, 1, 0]
def all_gather(shards, axis):
    return [np.concatenate(shards[::-1], axis) for _ in shards]
