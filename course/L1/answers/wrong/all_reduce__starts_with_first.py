# diagnosis: counts the partial sum of device 0 twice
def all_reduce(partials):
    total = partials[0].copy()
    for x in partials:
        total = total + x
    return [total.copy() for _ in partials]
