# A device returns its device, mesh, group and generators.
# loses: total
# reason: total returned
# cell: total
def total(dev, x):
    return {"dev": dev, "mesh": dev.mesh, "group": dev["tp"]}
