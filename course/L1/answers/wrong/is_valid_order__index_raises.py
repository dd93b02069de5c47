# diagnosis: not raise: micro-batch 1 has no B
def is_valid_order(events):
    numbers = {i for _, i in events}
    places = [(events.index(("F", i)), events.index(("B", i))) for i in numbers]
    return all(f < b for f, b in places) and len(set(events)) == len(events)
