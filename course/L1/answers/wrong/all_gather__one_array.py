# diagnosis: not a list; return a list with one array a device
def all_gather(shards, axis):
    return np.concatenate(shards, axis=axis)
