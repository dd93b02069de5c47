# diagnosis: times the size of the next axis
def rank_of(places, mesh):
    rank, step = 0, 1
    for name in reversed(mesh):
        rank += places[name] * step
        step = mesh[name]
    return rank
