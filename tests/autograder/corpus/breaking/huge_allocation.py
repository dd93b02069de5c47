# Asks for more memory than there is, in every way.
# loses: double
# reason: MemoryError
# cell: double
def double(x):
    held = []
    while True:
        held.append(bytearray(1 << 31))
