# diagnosis: was changed in place
def all_gather(shards, axis):
    result = []
    for i in range(len(shards)):
        result.append(np.concatenate(shards, axis=axis))
        shards[i] = result[i]
        if i == len(shards) - 1:
            return result
