# diagnosis: both F_0 and B_0 stand twice
def is_valid_order(events):
    open_f, closed = [], set()
    for kind, i in events:
        if kind == "F":
            if i in closed:
                return False
            open_f.append(i)
        else:
            if i not in open_f:
                return False
            open_f.remove(i)
            closed.add(i)
    return not open_f
