# diagnosis: may come before F_
def is_valid_order(events):
    kinds = [kind for kind, _ in events]
    numbers = sorted(i for kind, i in events if kind == "F")
    both = numbers == sorted(i for kind, i in events if kind == "B")
    return both and len(set(events)) == len(events) and kinds == sorted(kinds, reverse=True)
