# diagnosis: counts the size of the axis itself, too
def rank_of(places, mesh):
    rank = 0
    for name, size in mesh.items():
        rank = (rank + places[name]) * size
    return rank
