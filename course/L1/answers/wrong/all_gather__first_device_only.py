# diagnosis: only one device has the result
def all_gather(shards, axis):
    whole = np.concatenate(shards, axis=axis)
    return [whole] + [None] * (len(shards) - 1)
