# Each device prints a flood.
# cell: total
def total(dev, x):
    for _ in range(3000):
        print("y" * 1000)
    return dev.all_reduce(x)
