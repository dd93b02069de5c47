def coordinates(rank, mesh):
    return dict(zip(mesh, np.unravel_index(rank, tuple(mesh.values()))))
