# diagnosis: share one array
def all_gather(shards, axis):
    return [np.concatenate(shards, axis=axis)] * len(shards)
