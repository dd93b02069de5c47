# diagnosis: is no dict with the axes
def coordinates(rank, mesh):
    places = {}
    for name in list(mesh)[:0:-1]:
        rank, places[name] = divmod(rank, mesh[name])
    return places
