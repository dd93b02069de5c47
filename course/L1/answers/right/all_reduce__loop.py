def all_reduce(partials):
    result = []
    for _ in partials:
        total = partials[0].copy()
        for x in partials[1:]:
            total += x
        result.append(total)
    return result
