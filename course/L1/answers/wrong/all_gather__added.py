# diagnosis: raised ValueError
def all_gather(shards, axis):
    return [sum(shards) for _ in shards]
