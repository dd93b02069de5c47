# diagnosis: divide by those of the later axes alone
def coordinates(rank, mesh):
    places, step = {}, 1
    for name in reversed(mesh):
        step *= mesh[name]
        places[name] = rank // step % mesh[name]
    return places
