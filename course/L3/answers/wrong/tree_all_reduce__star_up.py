# diagnosis: the way up is slower than a tree: all send to one device
def tree_all_reduce(dev, x):
    n, me = dev.size, dev.rank
    if me > 0:
        dev.send(x, 0)
    else:
        for other in range(1, n):
            x = x + dev.recv(other, like=x)
    for reach in [2**level for level in range((n - 1).bit_length())]:
        if reach <= me < 2 * reach:
            x = dev.recv(me - reach, like=x)
        elif me < reach and me + reach < n:
            dev.send(x, me + reach)
    return x
