# diagnosis: and take the remainder
def coordinates(rank, mesh):
    return {name: rank // size for name, size in mesh.items()}
