# diagnosis: the numbers of micro-batches are free
def is_valid_order(events):
    numbers = range(len(events) // 2)
    return all(events.index(("F", i)) < events.index(("B", i)) for i in numbers)
