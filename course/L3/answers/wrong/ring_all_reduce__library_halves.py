# diagnosis: a collective is called
def ring_all_reduce(dev, x):
    return dev.all_gather(dev.reduce_scatter(x, axis=0), axis=0)
