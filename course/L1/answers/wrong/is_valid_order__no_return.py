# diagnosis: is None; a function ends with
def is_valid_order(events):
    done = set()
    for kind, i in events:
        if kind == "B" and ("F", i) not in done:
            return False
        done.add((kind, i))
