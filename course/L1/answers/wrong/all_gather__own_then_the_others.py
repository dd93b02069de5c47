# diagnosis: glues the pieces in the wrong order [1, 0, 2]
def all_gather(shards, axis):
    return [np.concatenate([x] + [y for y in shards if y is not x], axis) for x in shards]
