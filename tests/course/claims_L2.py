"""What the lesson of L2 claims, and what it teaches by errors.

CLAIMS    (phrase of the text, a measurement that says whether it holds)
COMPUTED  the same, from `own`: the names that the lesson's cells leave
TAUGHT    what its cells that break on purpose say, as regular expressions, in any order
"""

import re
from pathlib import Path

import numpy as np

from shardlab import Mesh, run, shard
from shardlab.pipeline import B, F, simulate

from .pipelines import fill

TAUGHT = [
    re.escape("ShardError: shard: an array of shape (6, 8) has no axis 2; its axes are 0 to 1"),
    "AssertionError: the glued output: has shape 2×8, expected is 4×8",
    "Deadlock: .* returned without it",
    "AssertionError: Y on device 0: is the partial sum of device 0 alone",
    r"ShardError: .* expects int64 \(4, 2\) from",
    "ScheduleError: The stages wait for each other in a circle",
]


def sent(fn, n, *args):
    return int(run(fn, Mesh(tp=n), *args).traffic.bytes_sent[0])


ASSIGNMENT = Path(__file__).parents[2] / "course" / "L2" / "assignment.md"


def exercises(section):
    """The numbers of the exercises that go with a section of the lesson."""
    pointer = r"^## (\d+) · .*\n\n\*Lesson, section (\d+):"
    found = re.findall(pointer, ASSIGNMENT.read_text(encoding="utf-8"), re.MULTILINE)
    return [int(number) for number, of in found if int(of) == section]


rng = np.random.default_rng(3)
X, W = rng.normal(size=(4, 6)), rng.normal(size=(6, 8))
W1, W2 = rng.normal(size=(6, 24)), rng.normal(size=(24, 6))


def block(dev, X, W1_i, W2_i):
    return dev.all_reduce(np.maximum(X @ W1_i, 0) @ W2_i)


def gathered(dev, X, W1_i, W2_i):
    H = dev.all_gather(X @ W1_i, axis=1)
    return dev.all_gather(H @ W2_i, axis=1)


FOUR = [F(0), F(1), F(2), F(3), B(0), B(1), B(2), B(3)]

CLAIMS = [
    ("exercises 1, 6 and 7", lambda: exercises(2) == [1, 6, 7]),
    ("exercises 2, 8 and 9", lambda: exercises(3) == [2, 8, 9]),
    ("Exercise 10:", lambda: exercises(4) == [10]),
    ("exercises 3, 4 and 5", lambda: exercises(5) == [3, 4, 5]),
    ("exercises 15 to 20", lambda: exercises(6) == [15, 16, 17, 18, 19, 20]),
    ("exercises 11 to 14", lambda: exercises(7) == [11, 12, 13, 14]),
    (
        "and always less than twice the array",
        lambda: sent(lambda d, X, W: d.all_reduce(X @ W), 6, shard(X, 1), shard(W, 0)) < 2 * 256,
    ),
    (
        "$N - 1$ steps until every piece is added up somewhere, and $N - 1$ more",
        lambda: run(lambda d: d.all_reduce(np.ones(12)), Mesh(tp=4)).traffic.steps == 2 * (4 - 1),
    ),
    ("here 24 of 48", lambda: (shard(W, 1, 2)[0].size, W.size) == (24, 48)),
    ("Forward, 0 bytes are sent", lambda: sent(lambda d, X, W: X @ W, 2, X, shard(W, 1)) == 0),
    (
        "Here 256 bytes a device",
        lambda: sent(lambda d, X, W: d.all_reduce(X @ W), 2, shard(X, 1), shard(W, 0)) == 256,
    ),
    (
        "480 bytes from each device in place of 192",
        lambda: (
            (sent(gathered, 2, X, shard(W1, 1), shard(W2, 1)), 192)
            == (480, sent(block, 2, X, shard(W1, 1), shard(W2, 0)))
        ),
    ),
    ("shards of 3, 3 and 2 columns", lambda: [p.shape[1] for p in shard(W, 1, 3)] == [3, 3, 2]),
    ("idle 0.75 of the total time at $M = 1$", lambda: fill(4, 1).idle_fraction == 0.75),
    ("0.158 at $M = 16$", lambda: round(fill(4, 16).idle_fraction, 3) == 0.158),
    ("and 0 in the limit", lambda: fill(4, 4096).idle_fraction < 1e-3),
    (
        "12 cells idle, whatever $M$ is",
        lambda: {4 * fill(4, M).length - 4 * M for M in (1, 2, 7, 16, 40)} == {12},
    ),
    (
        "so its share of idle time is the same",
        lambda: np.isclose(simulate([FOUR] * 4).idle_fraction, fill(4, 4).idle_fraction),
    ),
    (
        "each stage holds 4 where it held 1",
        lambda: (
            (simulate([FOUR] * 4).peak_activations, simulate([[F(0), B(0)]] * 4).peak_activations)
            == ([4] * 4, [1] * 4)
        ),
    ),
    (
        "each sends $2(N-1)/N$ of the array",
        lambda: sent(lambda d, X, W: d.all_reduce(X @ W), 4, shard(X, 1), shard(W, 0)) == 384,
    ),
    (
        "is 0.158.” “No, 0.188!”",
        lambda: (
            (round(fill(4, 16).idle_fraction, 3), round(fill(4, 16).idle_over_ideal, 4))
            == (0.158, 0.1875)
        ),
    ),
    ("with $M = 1$ it is 3", lambda: np.isclose(fill(4, 1).idle_over_ideal, 3)),
    (
        "Over ideal time it is $(D-1)/M$",
        lambda: all(
            np.isclose(fill(D, M).idle_over_ideal, (D - 1) / M) for D in (2, 5) for M in (3, 8)
        ),
    ),
]


# what the lesson's own cells compute, read from the namespace that they leave
COMPUTED = [
    ("pad to 9, 3 a device, 12.5% on top", lambda own: own["W9"].size / own["W"].size == 1.125),
    (
        "Five devices: 3 times as fast",
        lambda own: own["update_time"](1) / own["update_time"](5) == 3,
    ),
    (
        "never above 300/40 = 7.5",
        lambda own: 7.49 < own["update_time"](1) / own["update_time"](10**9) < 7.5,
    ),
]
