# diagnosis: axes may have any names
def rank_of(places, mesh):
    return (places["dp"] * mesh["pp"] + places["pp"]) * mesh["tp"] + places["tp"]
