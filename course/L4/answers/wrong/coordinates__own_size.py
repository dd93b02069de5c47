# diagnosis: divides by the size of the axis itself
def coordinates(rank, mesh):
    return {name: rank // size % size for name, size in mesh.items()}
