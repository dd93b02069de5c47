# Unpickles what takes all memory.
# loses: double
# cell: double
import pickle
laughs = b"(lp0\n" + b"g0\na" * 10
pickle.loads(b"\x80\x02]q\x00" + b"h\x00a" * 100_000 + b".")
def double(x):
    return [bytes(1 << 20)] * 10_000
