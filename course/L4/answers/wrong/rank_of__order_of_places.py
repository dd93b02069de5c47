# diagnosis: has the first axis fastest
def rank_of(places, mesh):
    rank = 0
    for name, place in places.items():
        rank = rank * mesh[name] + place
    return rank
