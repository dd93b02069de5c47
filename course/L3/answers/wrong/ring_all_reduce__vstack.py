# diagnosis: the example, [1, 2, 3] and so on
def ring_all_reduce(dev, x):
    n, me = dev.size, dev.rank
    right, left = (me + 1) % n, (me - 1) % n
    chunks = np.array_split(x, n)
    for step in range(n - 1):
        gone, come = (me - 1 - step) % n, (me - 2 - step) % n
        dev.send(chunks[gone], right)
        chunks[come] = chunks[come] + dev.recv(left, like=chunks[come])
    for step in range(n - 1):
        gone, come = (me - step) % n, (me - 1 - step) % n
        dev.send(chunks[gone], right)
        chunks[come] = dev.recv(left, like=chunks[come])
    return np.vstack(chunks)
