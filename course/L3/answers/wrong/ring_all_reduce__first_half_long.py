# diagnosis: the longest chain of messages: one round too many
def ring_all_reduce(dev, x):
    n, me = dev.size, dev.rank
    right, left = (me + 1) % n, (me - 1) % n
    chunks = [chunk.copy() for chunk in np.array_split(x, n)]
    for step in range(n):
        gone, come = (me - step) % n, (me - step - 1) % n
        dev.send(chunks[gone], right)
        chunks[come] = chunks[come] + dev.recv(left, like=chunks[come])
    for step in range(n - 1):
        gone, come = (me + 1 - step) % n, (me - step) % n
        dev.send(chunks[gone], right)
        chunks[come] = dev.recv(left, like=chunks[come])
    return np.concatenate(chunks)
