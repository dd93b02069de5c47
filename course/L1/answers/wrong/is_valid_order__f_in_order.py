# diagnosis: the F_i may come in any order
def is_valid_order(events):
    kinds = {}
    for kind, i in events:
        kinds[i] = kinds.get(i, "") + kind
    return list(kinds) == sorted(kinds) and set(kinds.values()) == {"FB"}
