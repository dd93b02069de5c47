# Takes itself for another device, and the mesh for a smaller one: neither can be.
# cell: total
def total(dev, x):
    try:
        dev.rank = 0
        object.__setattr__(dev, "rank", 0)
        dev.mesh.axes["tp"] = 1
    except BaseException:
        pass
    return dev.all_reduce(x if dev.rank == 0 else x * 0)
