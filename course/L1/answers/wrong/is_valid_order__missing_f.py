# diagnosis: micro-batch 1 has no F
def is_valid_order(events):
    if len(set(events)) < len(events):
        return False
    for kind, i in events:
        if kind == "F":
            if ("B", i) not in events or events.index(("B", i)) < events.index(("F", i)):
                return False
    return True
