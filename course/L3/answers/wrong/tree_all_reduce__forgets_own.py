# diagnosis: no device has the sum; going up, add what comes
def tree_all_reduce(dev, x):
    n, me = dev.size, dev.rank
    reaches = [2**level for level in range((n - 1).bit_length())]
    for reach in reaches:
        if me % (2 * reach) == reach:
            dev.send(x, me - reach)
        elif me % (2 * reach) == 0 and me + reach < n:
            x = dev.recv(me + reach, like=x)
    for reach in reversed(reaches):
        if me % (2 * reach) == reach:
            x = dev.recv(me - reach, like=x)
        elif me % (2 * reach) == 0 and me + reach < n:
            dev.send(x, me + reach)
    return x
