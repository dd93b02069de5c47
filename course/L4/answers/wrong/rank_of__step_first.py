# diagnosis: counts the size of the axis itself, too
def rank_of(places, mesh):
    rank, step = 0, 1
    for name in reversed(mesh):
        step *= mesh[name]
        rank += places[name] * step
    return rank
