# diagnosis: adds only up to its own rank
def all_reduce(partials):
    total, result = 0, []
    for x in partials:
        total = total + x
        result.append(total)
    return result
