# Deletes all names and the contents of all modules.
# loses: double, cut, total
# remark: Cell double
# cell: double
import gc, sys
for module in list(sys.modules.values()):
    try:
        vars(module).clear()
    except Exception:
        pass
gc.collect()
# cell: cut
del np
def cut(W, n):
    return np.array_split(W, n, axis=1)
# cell: total
del total
