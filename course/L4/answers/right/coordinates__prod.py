def coordinates(rank, mesh):
    sizes = list(mesh.values())
    return {
        name: int(rank // np.prod(sizes[at + 1 :], dtype=int)) % sizes[at]
        for at, name in enumerate(mesh)
    }
