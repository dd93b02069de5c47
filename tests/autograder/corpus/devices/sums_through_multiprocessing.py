# Adds in an array of multiprocessing, which is mapped from a file that is gone.
# loses: total
# cell: total
import multiprocessing
shared = multiprocessing.Array("d", 64, lock=False)
def total(dev, x):
    board = np.frombuffer(shared, np.float64)
    board[dev.rank * 3 : dev.rank * 3 + 3] = x.ravel()
    dev.all_reduce(np.zeros_like(x))
    return board[: 3 * dev.size].reshape(dev.size, 3).sum(0, keepdims=True)
