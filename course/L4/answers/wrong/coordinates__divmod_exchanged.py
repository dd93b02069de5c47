# diagnosis: has the quotient for a place
def coordinates(rank, mesh):
    places = {}
    for name in reversed(mesh):
        places[name] = rank // mesh[name]
        rank %= mesh[name]
    return places
