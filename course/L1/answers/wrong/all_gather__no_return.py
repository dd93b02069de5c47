# diagnosis: is None; a function ends with
def all_gather(shards, axis):
    whole = np.concatenate(shards, axis=axis)
    print([whole.copy() for _ in shards])
