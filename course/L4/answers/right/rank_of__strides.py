def rank_of(places, mesh):
    rank, stride = 0, 1
    for name in reversed(list(mesh)):
        rank += places[name] * stride
        stride *= mesh[name]
    return rank
