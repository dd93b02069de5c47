# diagnosis: mesh={'dp': 2, 'pp': 4, 'tp': 3}), tp: 
def coordinates(rank, mesh):
    places = {}
    for name in reversed(mesh):
        places[name] = rank % mesh[name] // 2
        rank //= mesh[name]
    return places
