# diagnosis: raised KeyError
def rank_of(places, mesh):
    return (places["dp"] * mesh["pp"] + places["pp"]) * mesh["tp"] + places["tp"]
