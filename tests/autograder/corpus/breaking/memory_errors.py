# Catches each MemoryError and asks again.
# loses: double
# remark: Cell double
# cell: double
held = []
while True:
    try:
        held.append(bytearray(1 << 26))
    except MemoryError:
        pass
