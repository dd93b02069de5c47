# diagnosis: the numbers of micro-batches are free
def is_valid_order(events):
    kinds = {}
    for kind, i in events:
        kinds[i] = kinds.get(i, "") + kind
    return sorted(kinds) == list(range(len(kinds))) and set(kinds.values()) == {"FB"}
