def all_gather(shards, axis):
    def glue(pieces):
        if len(pieces) == 1:
            return pieces[0].copy()
        return np.append(glue(pieces[:-1]), pieces[-1], axis=axis)

    return tuple(glue(list(shards)) for _ in shards)
