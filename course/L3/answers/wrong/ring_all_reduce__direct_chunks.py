# diagnosis: one device sends to several
def ring_all_reduce(dev, x):
    chunks, n = np.array_split(x, dev.size), dev.size
    others = [r for r in range(n) if r != dev.rank]
    for r in others:
        dev.send(chunks[r], r)
    mine = chunks[dev.rank] + sum(dev.recv(r, like=chunks[dev.rank]) for r in others)
    for r in others:
        dev.send(mine, r)
    return np.concatenate([mine if r == dev.rank else dev.recv(r, like=chunks[r]) for r in range(n)])
