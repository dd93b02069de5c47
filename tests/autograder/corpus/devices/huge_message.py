# One message far too large, and one without steps that only looks so.
# loses: total
# cell: total
def total(dev, x):
    try:
        dev.all_reduce(np.broadcast_to(np.float64(1), (1 << 40,)))
    except Exception:
        pass
    dev.all_reduce(np.zeros(1 << 30, np.int8))
    return x
