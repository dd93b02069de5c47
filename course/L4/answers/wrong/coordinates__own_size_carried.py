# diagnosis: go on with what is left
def coordinates(rank, mesh):
    places = {}
    for name, size in mesh.items():
        places[name] = rank // size
        rank %= size
    return places
