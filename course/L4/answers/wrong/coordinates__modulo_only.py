# diagnosis: is rank % size along every axis
def coordinates(rank, mesh):
    return {name: rank % size for name, size in mesh.items()}
