# diagnosis: counts ranks from 1
def rank_of(places, mesh):
    rank = 0
    for name, size in mesh.items():
        rank = rank * size + places[name]
    return rank + 1
