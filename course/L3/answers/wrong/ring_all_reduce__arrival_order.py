# diagnosis: glue them by number
def ring_all_reduce(dev, x):
    n, me = dev.size, dev.rank
    right, left = (me + 1) % n, (me - 1) % n
    chunks = [chunk.copy() for chunk in np.array_split(x, n)]
    for step in range(n - 1):
        gone, come = (me - step) % n, (me - step - 1) % n
        dev.send(chunks[gone], right)
        chunks[come] = chunks[come] + dev.recv(left, like=chunks[come])
    came = [chunks[(me + 1) % n]]
    for step in range(n - 1):
        dev.send(came[-1], right)
        came.append(dev.recv(left, like=chunks[(me - step) % n]))
    return np.concatenate(came)
