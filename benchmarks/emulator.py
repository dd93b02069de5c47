"""What emulation costs: a small collective, and tensor parallelism against one device."""

from time import perf_counter

import numpy as np
from greenlet import getcurrent, greenlet

from benchmarks.timing import Row, taking_turns
from benchmarks.work import all_reduces, best_step, mlp_arguments, mlp_block, mlp_steps
from shardlab import Mesh, run

SIZES = (8, 64, 256)
CALLS = 16_384  # of all ranks together, in each timing
b, d_model, N, STEPS = 64, 1024, 8, 5


def measure():
    single, double = (tensor_parallel_mlp(dtype) for dtype in (np.float32, np.float64))
    return [*small_all_reduce(), *single, *double]


def small_all_reduce():
    x = np.ones(4)

    def emulated(n):
        return lambda: run(all_reduces, Mesh(tp=n), x, CALLS // n)

    things = {n: emulated(n) for n in SIZES} | {"switch": switches}
    best = taking_turns(things, rounds=40)
    for n in SIZES:
        microseconds = best[n] / (CALLS // n * n) * 1e6
        yield Row(f"all_reduce of 32 bytes, N={n}, a rank", microseconds, "µs", 5)
    yield Row("… N=256 over N=64, a rank (1: linear in N)", best[256] / best[64], "×")
    yield Row("… N=64 over two bare greenlet switches", best[64] / best["switch"], "×")


def switches():
    """As many times there and back as a collective switches for each rank."""
    hub = getcurrent()

    def device():
        while True:
            hub.switch()

    other = greenlet(device)
    for _ in range(CALLS):
        other.switch()


def tensor_parallel_mlp(dtype):
    X, G, W1, W2 = mlp_arguments(b, d_model, dtype)
    X_G_W = (X, G, *(each.on(N) for each in (W1, W2)))
    W1_W2 = W1.array, W2.array
    gradients = [np.zeros_like(each) for each in W1_W2]
    dense, emulated = [], []

    def one_device():
        for _ in range(STEPS):
            start = perf_counter()
            mlp_block(X, G, *W1_W2, *gradients, lambda x: x)
            dense.append(perf_counter() - start)

    def many_devices():
        emulated.append(best_step(run(mlp_steps, Mesh(tp=N), *X_G_W, STEPS)))

    whole = taking_turns({"dense": one_device, "emulated": many_devices}, rounds=20)
    work = f"MLP cut for N={N}, both ways, b={b}, d_model={d_model}, {dtype.__name__}"
    bound = 1.10 if dtype is np.float32 else None  # the precision of training
    yield Row(f"{work}, over dense NumPy", min(emulated) / min(dense), "×", bound)
    copied = f"… with the copy of its arguments, for a run of {STEPS} steps"
    yield Row(copied, whole["emulated"] / whole["dense"], "×")
