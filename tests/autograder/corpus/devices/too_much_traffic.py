# A flood of messages that nobody takes.
# loses: total
# cell: total
def total(dev, x):
    for _ in range(20):
        dev.send(np.zeros(1 << 13), (dev.rank + 1) % dev.size)
    return dev.all_reduce(x)
