# diagnosis: the dtype changed from float32 to float64
def ring_all_reduce(dev, x):
    """Σ_i x_i on every device, by a ring: a reduce-scatter, then an all-gather.

    x and the result have one shape, (rows, …). 2(N−1) steps, N = dev.size; where N divides the
    rows, 2(N−1)/N·|x| bytes sent by each device. Only dev.send and dev.recv.
    """
    n, me = dev.size, dev.rank
    right, left = (me + 1) % n, (me - 1) % n
    chunks = np.array_split(x.astype(float), n)
    for step in range(n - 1):
        gone, come = (me - 1 - step) % n, (me - 2 - step) % n
        dev.send(chunks[gone], right)
        chunks[come] = chunks[come] + dev.recv(left, like=chunks[come])
    for step in range(n - 1):
        gone, come = (me - step) % n, (me - 1 - step) % n
        dev.send(chunks[gone], right)
        chunks[come] = dev.recv(left, like=chunks[come])
    return np.concatenate(chunks)
