def is_valid_order(events):
    opened, closed = set(), set()
    for kind, i in events:
        if kind == "F":
            if i in opened:
                return np.bool_(False)
            opened.add(i)
        elif i in closed or i not in opened:
            return np.bool_(False)
        else:
            closed.add(i)
    return np.bool_(opened == closed)
