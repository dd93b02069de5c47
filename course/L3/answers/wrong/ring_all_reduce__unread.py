# diagnosis: messages that nobody received
def ring_all_reduce(dev, x):
    for _ in range(dev.size - 1):
        dev.send(x, (dev.rank + 1) % dev.size)
    return x + dev.recv((dev.rank - 1) % dev.size, like=x)
