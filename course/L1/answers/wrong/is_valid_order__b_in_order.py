# diagnosis: F_0 stands before B_0 and F_1 before B_1
def is_valid_order(events):
    forward = [i for kind, i in events if kind == "F"]
    backward = [i for kind, i in events if kind == "B"]
    seen = set()
    for kind, i in events:
        if kind == "B" and i not in seen:
            return False
        seen.add(i)
    return forward == backward and len(set(forward)) == len(forward)
