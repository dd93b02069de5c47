# diagnosis: times the size of its own axis
def rank_of(places, mesh):
    return sum(places[name] * size for name, size in mesh.items())
