# diagnosis: a message holds more than a chunk; cut x, and send one chunk in each round
def ring_all_reduce(dev, x):
    n, me = dev.size, dev.rank
    right, left = (me + 1) % n, (me - 1) % n
    total = passing = x
    for _ in range(n - 1):
        dev.send(passing, right)
        passing = dev.recv(left, like=x)
        total = total + passing
    for _ in range(n - 1):
        dev.send(total, right)
        total = dev.recv(left, like=x)
    return total
