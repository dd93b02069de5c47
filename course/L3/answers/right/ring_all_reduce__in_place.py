def ring_all_reduce(dev, x):
    n, me = dev.size, dev.rank
    right, left = (me + 1) % n, (me - 1) % n
    chunks = np.array_split(x, n)
    for step in range(n - 1):
        dev.send(chunks[(me - 1 - step) % n], right)
        chunk = chunks[(me - 2 - step) % n]
        chunk += dev.recv(left, like=chunk)
    for step in range(n - 1):
        dev.send(chunks[(me - step) % n], right)
        chunk = chunks[(me - 1 - step) % n]
        chunk[...] = dev.recv(left, like=chunk)
    return x
