# diagnosis: a collective is called
def ring_all_reduce(dev, x):
    return dev.all_reduce(x)
