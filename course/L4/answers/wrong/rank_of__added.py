# diagnosis: adds up the places
def rank_of(places, mesh):
    return sum(places.values())
