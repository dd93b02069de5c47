# diagnosis: goes by the order of `places`
def rank_of(places, mesh):
    rank = 0
    for name, place in places.items():
        rank = rank * mesh[name] + place
    return rank
