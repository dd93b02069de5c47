# diagnosis: make it an int
def coordinates(rank, mesh):
    places, n = {}, np.prod(list(mesh.values()))
    for name, size in mesh.items():
        n = n / size
        places[name] = rank // n
        rank = rank % n
    return places
