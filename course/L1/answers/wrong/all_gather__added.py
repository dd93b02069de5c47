# diagnosis: is added; an all-gather lays
def all_gather(shards, axis):
    return [sum(shards) for _ in shards]
