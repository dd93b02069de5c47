# diagnosis: lacks the piece of device 2
def all_gather(shards, axis):
    return [np.concatenate(shards[:-1], axis=axis) for _ in shards]
