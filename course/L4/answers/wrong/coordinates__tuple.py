# diagnosis: is no dict with the axes
def coordinates(rank, mesh):
    places = []
    for name in reversed(mesh):
        rank, place = divmod(rank, mesh[name])
        places.insert(0, place)
    return tuple(places)
