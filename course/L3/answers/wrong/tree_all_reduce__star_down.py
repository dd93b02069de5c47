# diagnosis: the way down is slower than a tree: one device sends to all
def tree_all_reduce(dev, x):
    n, me = dev.size, dev.rank
    for reach in [2**level for level in range((n - 1).bit_length())][::-1]:
        if reach <= me < 2 * reach:
            dev.send(x, me - reach)
        elif me < reach and me + reach < n:
            x = x + dev.recv(me + reach, like=x)
    if me > 0:
        return dev.recv(0, like=x)
    for other in range(1, n):
        dev.send(x, other)
    return x
