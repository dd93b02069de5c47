# diagnosis: takes no remainder
def coordinates(rank, mesh):
    places, step = {}, 1
    for name in reversed(mesh):
        places[name] = rank // step
        step *= mesh[name]
    return places
