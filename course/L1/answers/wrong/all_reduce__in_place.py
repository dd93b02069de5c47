# diagnosis: was changed in place
def all_reduce(partials):
    total = partials[0]
    for x in partials[1:]:
        total += x
    return [total.copy() for _ in partials]
