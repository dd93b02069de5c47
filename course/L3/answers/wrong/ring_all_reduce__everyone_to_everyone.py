# diagnosis: one device sends to several
def ring_all_reduce(dev, x):
    others = [r for r in range(dev.size) if r != dev.rank]
    for r in others:
        dev.send(x, r)
    return x + sum(dev.recv(r, like=x) for r in others)
