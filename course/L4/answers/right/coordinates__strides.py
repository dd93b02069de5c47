def coordinates(rank, mesh):
    places, stride = {}, 1
    for name in list(mesh)[::-1]:
        places[name] = rank // stride % mesh[name]
        stride *= mesh[name]
    return {name: places[name] for name in mesh}
