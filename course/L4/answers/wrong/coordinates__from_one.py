# diagnosis: counts places from 1
def coordinates(rank, mesh):
    places = {}
    for name in reversed(mesh):
        places[name] = rank % mesh[name] + 1
        rank //= mesh[name]
    return places
