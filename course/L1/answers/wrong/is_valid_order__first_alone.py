# diagnosis: B_1 stands before F_1
def is_valid_order(events):
    return events.index(("F", 0)) < events.index(("B", 0))
