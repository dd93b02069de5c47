# diagnosis: has the first axis fastest
def rank_of(places, mesh):
    rank = 0
    for name in reversed(mesh):
        rank = rank * mesh[name] + places[name]
    return rank
