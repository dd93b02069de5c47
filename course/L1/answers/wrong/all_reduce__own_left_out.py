# diagnosis: leaves out its own term
def all_reduce(partials):
    return [sum(partials) - x for x in partials]
