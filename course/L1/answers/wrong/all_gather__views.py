# diagnosis: share one array
def all_gather(shards, axis):
    whole = np.concatenate(shards, axis=axis)
    return [whole[:] for _ in shards]
