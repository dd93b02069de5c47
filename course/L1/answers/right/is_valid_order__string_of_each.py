def is_valid_order(events):
    kinds = {}
    for kind, i in events:
        kinds[i] = kinds.get(i, "") + kind
    return all(order == "FB" for order in kinds.values())
