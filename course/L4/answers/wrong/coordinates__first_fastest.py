# diagnosis: has the first axis fastest
def coordinates(rank, mesh):
    places = {}
    for name in mesh:
        rank, places[name] = divmod(rank, mesh[name])
    return places
