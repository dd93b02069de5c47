# diagnosis: nothing is glued
def all_gather(shards, axis):
    return [shard.copy() for shard in shards]
