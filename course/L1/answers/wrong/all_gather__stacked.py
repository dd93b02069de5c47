# diagnosis: along which axis do you glue
def all_gather(shards, axis):
    return [np.stack(shards, axis=axis) for _ in shards]
