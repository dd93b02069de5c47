# diagnosis: F_0 stands twice
def is_valid_order(events):
    waiting, finished = set(), set()
    for kind, i in events:
        if kind == "F":
            waiting.add(i)
        elif i in finished or i not in waiting:
            return False
        else:
            finished.add(i)
    return waiting == finished
