# diagnosis: more messages than a tree has
def tree_all_reduce(dev, x):
    reach = 1
    while reach < dev.size:
        other = dev.rank ^ reach
        if other < dev.size:
            dev.send(x, other)
            x = x + dev.recv(other, like=x)
        reach *= 2
    return x
