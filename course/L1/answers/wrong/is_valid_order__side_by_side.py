# diagnosis: nothing else is asked
def is_valid_order(events):
    pairs = zip(events[::2], events[1::2])
    return all(f == ("F", b[1]) and b[0] == "B" for f, b in pairs)
