def is_valid_order(events):
    events = [tuple(event) for event in events]
    if len(set(events)) < len(events):
        return False
    for _, i in events:
        if ("F", i) not in events or ("B", i) not in events:
            return False
        if events.index(("F", i)) > events.index(("B", i)):
            return False
    return True
