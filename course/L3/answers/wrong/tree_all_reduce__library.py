# diagnosis: a collective is called
def tree_all_reduce(dev, x):
    return dev.all_reduce(x)
