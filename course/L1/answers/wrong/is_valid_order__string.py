# diagnosis: give True or False
def is_valid_order(events):
    kinds = {}
    for kind, i in events:
        kinds[i] = kinds.get(i, "") + kind
    return "valid" if set(kinds.values()) == {"FB"} else "not valid"
