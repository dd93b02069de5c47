# diagnosis: B_1 stands before F_1
def is_valid_order(events):
    forward = sorted(i for kind, i in events if kind == "F")
    backward = sorted(i for kind, i in events if kind == "B")
    return forward == backward and len(set(forward)) == len(forward)
