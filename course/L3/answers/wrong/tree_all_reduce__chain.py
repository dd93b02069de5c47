# diagnosis: so which pair waits for another
def tree_all_reduce(dev, x):
    n, me = dev.size, dev.rank
    if me > 0:
        x = x + dev.recv(me - 1, like=x)
    if me < n - 1:
        dev.send(x, me + 1)
        x = dev.recv(me + 1, like=x)
    if me > 0:
        dev.send(x, me - 1)
    return x
