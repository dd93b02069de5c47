# diagnosis: micro-batch 1 has no B
def is_valid_order(events):
    done = set()
    for kind, i in events:
        if (kind, i) in done or (kind == "B" and ("F", i) not in done):
            return False
        done.add((kind, i))
    return True
