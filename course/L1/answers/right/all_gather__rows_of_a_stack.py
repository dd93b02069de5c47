def all_gather(shards, axis):
    whole = np.concatenate(shards, axis=axis)
    return list(np.stack([whole] * len(shards)))
