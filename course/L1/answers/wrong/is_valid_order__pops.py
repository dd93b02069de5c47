# diagnosis: was changed in place
def is_valid_order(events):
    kinds = {}
    while events:
        kind, i = events.pop(0)
        kinds[i] = kinds.get(i, "") + kind
    return set(kinds.values()) == {"FB"}
