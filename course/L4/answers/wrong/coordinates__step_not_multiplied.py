# diagnosis: divides by the next axis alone
def coordinates(rank, mesh):
    places, step = {}, 1
    for name in reversed(mesh):
        places[name] = rank // step % mesh[name]
        step = mesh[name]
    return places
