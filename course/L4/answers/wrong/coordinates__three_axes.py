# diagnosis: axes may have any names
def coordinates(rank, mesh):
    pp, tp = mesh["pp"], mesh["tp"]
    return {"dp": rank // (pp * tp), "pp": rank // tp % pp, "tp": rank % tp}
