# diagnosis: is glued along axis 1
def all_gather(shards, axis):
    return [np.concatenate(shards, axis=1) for _ in shards]
