# Asks the emulator's side for messages and calls that no method makes.
# loses: total
# remark: something that none does
# cell: total
def total(dev, x):
    for request in [
        ("meet", (), (x, ("all_reduce", "sum", "more")), ("cell total", 1, "total")),
        ("meet", (), (None, ("__reduce__",)), None), ("record", (), (), None),
        ("send", (), (x, dev.rank), None), ("hold", (), ("x", -1 << 40), None),
        ("compute", (), (float("nan"), "x"), None), ("meet", ("tp", "tp"), (x, ("barrier",)), None),
    ]:
        try:
            dev._engine._ask(request)
        except BaseException:
            pass
    return x
