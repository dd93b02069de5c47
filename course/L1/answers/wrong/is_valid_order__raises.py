# diagnosis: not raise: B_1 stands before F_1
def is_valid_order(events):
    done = set()
    for kind, i in events:
        if kind == "B" and ("F", i) not in done:
            raise ValueError(f"B_{i} stands before F_{i}")
        done.add((kind, i))
    return len(done) == len(events)
