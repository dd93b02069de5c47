"""What the lesson of L3 claims, and what it teaches by errors (the form is that of claims_L2)."""

import re
from dataclasses import replace

import numpy as np

from shardlab import Mesh, run, shard
from shardlab.hardware import A100_ETHERNET, ROUND

from .pipelines import fill, gpipe

TAUGHT = [
    "AssertionError: ∂L/∂X on device 0: is the partial sum of device 0 alone",
    "AssertionError: ∂L/∂X: pieces of different columns were added",
    r"Deadlock: .* wait for each other in a circle: 0 → 2 → 1 → 0\. Let each send first",
    re.escape("ShardError: Rank 1 expects float64 (2, 2) from rank 0, but gets float64 (3, 2)"),
    "AssertionError: the ring: charges the whole array in each step",
    "AssertionError: the speed-up of 5 devices: rests on a T_comm that this link cannot reach",
    "OutOfMemory: Device 0 .* is out of memory",
]


def all_reduce(n, x, **how):
    return run(lambda dev, x: dev.all_reduce(x), Mesh(dp=n), x, **how)


def traffic(n, *args):
    fn, *args = args
    return run(fn, Mesh(tp=n), *args).traffic


def seconds(n, nbytes, algorithm="ring", hardware=ROUND):
    x = np.zeros(nbytes, dtype=np.int8)
    return all_reduce(n, x, algorithm=algorithm, hardware=hardware).timeline.length


rng = np.random.default_rng(5)
X, W, G = rng.normal(size=(4, 6)), rng.normal(size=(6, 8)), rng.normal(size=(4, 8))
FREE_START, FREE_BYTES = replace(ROUND, alpha=0), replace(ROUND, beta=0)
LINK = replace(A100_ETHERNET, alpha=0)
S20 = 600 / (600 / 5 + 20)


def column_back(dev, W_i, G_i):
    return dev.all_reduce(G_i @ W_i.T)


def two_layers(dev, A, C):
    forward = dev.all_reduce(X @ A @ C)
    dev.all_reduce(forward @ C.T @ A.T)


def crossover(k):
    """By bisection, on the clock: bytes at which ring and tree take the same time."""
    low, high = 8, 2**20
    while high - low > 2 * k:
        middle = (low + high) // 2 // k * k
        quicker = seconds(k, middle) < seconds(k, middle, "tree")
        low, high = (low, middle) if quicker else (middle, high)
    return high


CLAIMS = [
    (
        "needs one all-reduce, here 192 bytes a device",
        lambda: traffic(2, column_back, shard(W, 1), shard(G, 1)).bytes_sent.tolist() == [192, 192],
    ),
    (
        "$\\partial L/\\partial W_i = X^\\top G_i$ needs 0 bytes",
        lambda: not traffic(2, lambda dev, X, G_i: X.T @ G_i, X, shard(G, 1)).bytes_sent.any(),
    ),
    (
        "Row cut, backwards: 0 bytes",
        lambda: not traffic(2, lambda dev, W_i: G @ W_i.T, shard(W, 0)).bytes_sent.any(),
    ),
    (
        "1 all-reduce forward, 1 backward, none between",
        lambda: traffic(2, two_layers, shard(W, 1), shard(W.T, 0)).calls == {"all_reduce": 2},
    ),
    (
        "Two steps, a chunk of 32 bytes in each",
        lambda: (
            traffic(3, lambda dev, x: dev.reduce_scatter(x, axis=0), np.ones((6, 2)))
            .rounds()[1][0]
            .nbytes
            == 32
        ),
    ),
    (
        "Three devices: 4 steps, 128 bytes for 96",
        lambda: (
            (lambda t: (t.steps, t.bytes_sent.max()))(all_reduce(3, np.ones((6, 2))).traffic)
            == (4, 128)
        ),
    ),
    (
        "never more than twice the array",
        lambda: all(all_reduce(n, np.ones(120)).traffic.bytes_sent[0] < 1920 for n in (2, 40, 120)),
    ),
    (
        "$2(N-1)$ steps, $2(N-1)/N \\cdot |x|$ bytes from each device",
        lambda: all(
            (t.steps, t.bytes_sent[0]) == (2 * (n - 1), 2 * (n - 1) * 960 // n)
            for n in (2, 4, 5, 8)
            for t in [all_reduce(n, np.ones(120)).traffic]
        ),
    ),
    (
        "α is 1 µs and β 1 ns a byte",
        lambda: (ROUND.alpha, ROUND.beta) == (1e-6, 1e-9),
    ),
    (
        "A ring of $k$ devices takes $2(k-1)$ steps",
        lambda: np.isclose(seconds(16, 512, hardware=FREE_BYTES), 30e-6),
    ),
    (
        "each doubling of $k$ costs one level more: one step up and one down",
        lambda: [all_reduce(k, X, algorithm="tree").traffic.steps for k in (4, 8, 16)] == [4, 6, 8],
    ),
    (
        "Ring: $2(k-1)\\alpha + 2(k-1)/k \\cdot |x|\\beta$",
        lambda: all(
            np.isclose(seconds(k, n), 2 * (k - 1) * 1e-6 + 2 * (k - 1) / k * n * 1e-9)
            for k, n in ((4, 400), (16, 128_000))
        ),
    ),
    (
        "Plain tree: $2\\log_2 k \\cdot (\\alpha + |x|\\beta)$",
        lambda: all(
            np.isclose(seconds(k, n, "tree"), 2 * np.log2(k) * (1e-6 + n * 1e-9))
            for k, n in ((4, 400), (16, 128_000))
        ),
    ),
    ("the tree wins below 3.6 kB", lambda: round(crossover(16) / 1000, 1) == 3.6),
    ("with α/β = 1000 bytes", lambda: np.isclose(ROUND.alpha / ROUND.beta, 1000)),
    (
        "It even grows a little, towards $2|x|\\beta$",
        lambda: (
            seconds(5, 8000, hardware=FREE_START)
            < seconds(20, 8000, hardware=FREE_START)
            < 2 * 8000e-9
        ),
    ),
    (
        "0.4 GB over 10 Gbit/s take 320 ms once, 512 ms in a ring of 5",
        lambda: (
            np.isclose(0.4e9 * LINK.beta, 0.32)
            and np.isclose(1000 * seconds(5, 400_000, hardware=LINK), 0.512)
        ),
    ),
    (
        "wrong by a factor of 26",
        lambda: round(1000 * seconds(5, 400_000, hardware=LINK) / 0.02) == 26,
    ),
    ("five devices are 4.3 times as fast", lambda: round(S20, 1) == 4.3),
    (
        "The diagonal is busy, 12 cells wait: 0.75 of the total time",
        lambda: (16 - sum(fill(4, 1).busy), fill(4, 1).idle_fraction) == (12, 0.75),
    ),
    (
        "idle 0.333 at $M = 10$, 0.111 at $M = 40$, 0 in the limit",
        lambda: (
            [round(gpipe(6, M).idle_fraction, 3) for M in (10, 40)] == [0.333, 0.111]
            and fill(6, 10_000).idle_fraction < 1e-3
        ),
    ),
    (
        "At a fixed micro-batch, 4 times the memory",
        lambda: gpipe(6, 40).peak_activations[0] == 4 * gpipe(6, 10).peak_activations[0],
    ),
]

# what the lesson's own cells compute, read from the namespace that they leave
COMPUTED = [
    (
        "efficiency 0.8 on 5 devices, 0.5 on 20",
        lambda own: [600 / own["step_time"](k) / k for k in (5, 20)] == [0.8, 0.5],
    ),
    (
        "From 4 to 4.88 on the same five devices; the efficiency goes from 0.8 to 0.976",
        lambda own: (
            [round(600 / own["step_time"](5, t), 2) for t in (30, 3)] == [4, 4.88]
            and round(600 / own["step_time"](5, 3) / 5, 3) == 0.976
        ),
    ),
    (
        "30 ms of work, 30 ms of $T_{comm}$",
        lambda own: own["step_time"](20) - 30 == 30,
    ),
    ("At a fixed mini-batch, the same memory", lambda own: own["fixed_mini"](40) == 20480),
    ("never 20", lambda own: own["wire"] > 0.02),
]
