# diagnosis: make it an int
def coordinates(rank, mesh):
    places = {}
    for name in reversed(mesh):
        places[name] = rank % mesh[name]
        rank = rank / mesh[name]
    return places
