# diagnosis: In a ring, take ranks modulo dev.size; otherwise
def tree_all_reduce(dev, x):
    n, rank = dev.size, dev.rank
    reach = 1
    while reach < n:
        if rank % (2 * reach) == 0:
            if rank + reach < n:
                x = x + dev.recv(rank + reach, like=x)
        else:
            dev.send(x, rank - reach)
        reach *= 2
    while reach > 1:
        reach //= 2
        if rank % (2 * reach) == 0:
            if rank + reach < n:
                dev.send(x, rank + reach)
        else:
            x = dev.recv(rank - reach, like=x)
    return x
