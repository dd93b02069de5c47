# diagnosis: the dtype changed from float32 to float64
def tree_all_reduce(dev, x):
    """Σ_i x_i on every device, along a binomial tree: up to one device, and down again.

    x and the result have one shape. 2(N−1) messages of |x| bytes, N = dev.size, in twice as many
    steps as there are rounds of the way up. Only dev.send and dev.recv.
    """
    n, me, x = dev.size, dev.rank, x.astype(float)
    reaches = [2**level for level in range((n - 1).bit_length())]  # 1, 2, 4, …
    for reach in reversed(reaches):
        if reach <= me < 2 * reach:
            dev.send(x, me - reach)
        elif me < reach and me + reach < n:
            x = x + dev.recv(me + reach, like=x)
    for reach in reaches:
        if reach <= me < 2 * reach:
            x = dev.recv(me - reach, like=x)
        elif me < reach and me + reach < n:
            dev.send(x, me + reach)
    return x
