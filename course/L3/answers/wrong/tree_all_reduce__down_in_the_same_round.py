# diagnosis: has x_0 + x_2, not yet the sum
def tree_all_reduce(dev, x):
    n, me = dev.size, dev.rank
    for reach in [2**level for level in range((n - 1).bit_length())][::-1]:
        if reach <= me < 2 * reach:
            dev.send(x, me - reach)
            x = dev.recv(me - reach, like=x)
        elif me < reach and me + reach < n:
            x = x + dev.recv(me + reach, like=x)
            dev.send(x, me + reach)
    return x
