# diagnosis: only one device has the sum; send it down
def tree_all_reduce(dev, x):
    n, me = dev.size, dev.rank
    reaches = [2**level for level in range((n - 1).bit_length())]
    for reach in reaches:
        if me % (2 * reach) == reach:
            dev.send(x, me - reach)
        elif me % (2 * reach) == 0 and me + reach < n:
            x = x + dev.recv(me + reach, like=x)
    return x
