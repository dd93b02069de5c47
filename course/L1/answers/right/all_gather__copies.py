def all_gather(shards, axis):
    whole = np.concatenate(shards, axis)
    return [whole.copy() for _ in range(len(shards))]
