# diagnosis: is glued along axis 1; the second argument says which axis
def all_gather(shards, axis):
    return [np.hstack(shards) for _ in shards]
