# diagnosis: leaves out the device
def all_reduce(partials):
    return [sum(partials) - x for x in partials]
