# diagnosis: not one array; return the array alone
def all_gather(shards, axis):
    return [[shard.copy() for shard in shards] for _ in shards]
