# diagnosis: B_0 stands twice
def is_valid_order(events):
    d = {event: n for n, event in enumerate(events)}
    last = len(events)
    return all(d.get(("F", i), last) < d.get(("B", i), -1) for _, i in events)
