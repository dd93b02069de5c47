# diagnosis: no device has the sum; going up, add what comes, and send on all that is added
def tree_all_reduce(dev, x):
    n, me, total = dev.size, dev.rank, x
    reaches = [2**level for level in range((n - 1).bit_length())]
    for reach in reversed(reaches):
        if reach <= me < 2 * reach:
            dev.send(x, me - reach)
        elif me < reach and me + reach < n:
            total = total + dev.recv(me + reach, like=x)
    for reach in reaches:
        if reach <= me < 2 * reach:
            total = dev.recv(me - reach, like=x)
        elif me < reach and me + reach < n:
            dev.send(total, me + reach)
    return total
