# diagnosis: 2 columns
def all_gather(shards, axis):
    return [np.concatenate(shards[:-1], axis=axis) for _ in shards]
