# diagnosis: and the earlier ones; the later axes count
def rank_of(places, mesh):
    rank, step = 0, 1
    for name, size in mesh.items():
        step *= size
        rank += places[name] * step
    return rank
