# diagnosis: a message holds more than a chunk
def ring_all_reduce(dev, x):
    total = passing = x
    for _ in range(dev.size - 1):
        dev.send(passing, (dev.rank + 1) % dev.size)
        passing = dev.recv((dev.rank - 1) % dev.size, like=x)
        total = total + passing
    return total
