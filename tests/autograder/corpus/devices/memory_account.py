# Says to hold less than nothing, and more than there is.
# loses: total
# remark: less than nothing in its memory
# cell: total
def total(dev, x):
    dev.memory["x"] = x
    dev.memory._bytes = dev.memory.nbytes_ = -10
    try:
        dev._engine.hold(dev.rank, "x", -(1 << 50))
    except BaseException:
        pass
    return dev.memory
