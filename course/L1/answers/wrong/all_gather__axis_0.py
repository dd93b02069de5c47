# diagnosis: along which axis do you glue
def all_gather(shards, axis):
    return [np.concatenate(shards) for _ in shards]
