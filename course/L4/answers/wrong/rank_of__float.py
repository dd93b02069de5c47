# diagnosis: make it an int
def rank_of(places, mesh):
    rank, block = 0, np.prod(list(mesh.values()))
    for name, size in mesh.items():
        block = block / size
        rank = rank + places[name] * block
    return float(rank)
