# diagnosis: the B_i may come in any order
def is_valid_order(events):
    stack = []
    for kind, i in events:
        if kind == "F":
            if i in stack:
                return False
            stack.append(i)
        elif not stack or stack.pop() != i:
            return False
    return not stack and len(set(events)) == len(events)
