# diagnosis: only one device has the sum; send it down, and let the others keep what comes
def tree_all_reduce(dev, x):
    n, me = dev.size, dev.rank
    reaches = [2**level for level in range((n - 1).bit_length())]
    for reach in reversed(reaches):
        if reach <= me < 2 * reach:
            dev.send(x, me - reach)
        elif me < reach and me + reach < n:
            x = x + dev.recv(me + reach, like=x)
    for reach in reaches:
        if reach <= me < 2 * reach:
            dev.recv(me - reach, like=x)
        elif me < reach and me + reach < n:
            dev.send(x, me + reach)
    return x
