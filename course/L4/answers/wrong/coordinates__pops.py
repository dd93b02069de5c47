# diagnosis: changed in place
def coordinates(rank, mesh):
    places = {}
    while mesh:
        name, size = mesh.popitem()
        rank, places[name] = divmod(rank, size)
    return places
