# diagnosis: times the size of the axis itself; the later
def rank_of(places, mesh):
    return sum(places[name] * size for name, size in mesh.items())
