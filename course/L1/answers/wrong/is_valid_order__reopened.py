# diagnosis: micro-batch 0 is done twice
def is_valid_order(events):
    waiting = []
    for kind, i in events:
        if kind == "F":
            if i in waiting:
                return False
            waiting.append(i)
        elif i not in waiting:
            return False
        else:
            waiting.remove(i)
    return not waiting
