# diagnosis: give True or False
def is_valid_order(events):
    kinds = {}
    for kind, i in events:
        kinds[i] = kinds.get(i, "") + kind
    return int(set(kinds.values()) == {"FB"})
