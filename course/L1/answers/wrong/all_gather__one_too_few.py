# diagnosis: 2 arrays for 3 devices
def all_gather(shards, axis):
    return [np.concatenate(shards, axis=axis) for _ in shards[1:]]
