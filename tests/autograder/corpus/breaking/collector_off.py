# Turns the garbage collector off and makes rubbish.
# cell: double
import gc
gc.disable()
for _ in range(20_000):
    x = []; x.append(x)
def double(x):
    return scale * x
