# diagnosis: not raise: micro-batch 1 has no B
def is_valid_order(events):
    d = {}
    for n, (kind, i) in enumerate(events):
        d[(kind, i)] = n
    return all(d[("F", i)] < d[("B", i)] for _, i in events)
