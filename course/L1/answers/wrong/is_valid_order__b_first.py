# diagnosis: F_0 stands before B_0
def is_valid_order(events):
    done = set()
    for kind, i in events:
        if (kind, i) in done or (kind == "F" and ("B", i) not in done):
            return False
        done.add((kind, i))
    return all(("F", i) in done for _, i in done)
