def rank_of(places, mesh):
    at = tuple(places[name] for name in mesh)
    return int(np.ravel_multi_index(at, tuple(mesh.values())))
