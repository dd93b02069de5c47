# diagnosis: B_0 stands twice
def is_valid_order(events):
    done = set()
    for kind, i in events:
        if kind == "B" and ("F", i) not in done:
            return False
        done.add((kind, i))
    return all(("B", i) in done for _, i in done)
