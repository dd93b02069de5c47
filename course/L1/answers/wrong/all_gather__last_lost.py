# diagnosis: has lost 3 columns at its end
def all_gather(shards, axis):
    return [np.concatenate(shards[:-1], axis=axis) for _ in shards]
