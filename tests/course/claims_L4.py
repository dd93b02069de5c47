"""What the lesson of L4 claims, and what it teaches by errors.

CLAIMS    (phrase of the text, a measurement that says whether it holds)
COMPUTED  the same, from `own`: the names that the lesson's cells leave
TAUGHT    what its cells that break on purpose say, as regular expressions, in any order
"""

import numpy as np

from shardlab import Mesh, run, shard
from shardlab.pipeline import simulate

from .pipelines import gpipe, turns

TAUGHT = [
    "AssertionError: the gradient of X: columns of different devices are added up",
    "AssertionError: attention on 2 devices: is that of two heads",
    "AssertionError: the norm: is taken over 3 columns",
    r"OutOfMemory: Device 0 of Mesh\(pp=3\) .* asks for 1 GB for 'micro-batch 3'",
    r"AssertionError: the mean of the means: weighs the partial sums by 0\.778, 0\.778, 2\.33",
    "AssertionError: the accumulated gradient: counts the partial sum of device 1 twice",
    r"Deadlock: .*dev\[\"pp\"\].all_reduce needs every rank of its group",
    r"OutOfMemory: Device 0 of Mesh\(tp=8\) .* this device has 24 GB",
    "AssertionError: the loss after 40 s: is .*, above 1.58",
]

rng = np.random.default_rng(5)
X = rng.normal(size=(6, 9))


def sent(fn, mesh, *args):
    return int(run(fn, mesh, *args).traffic.bytes_sent[0])


def halves(dev, x):
    return dev.all_gather(dev.reduce_scatter(x, axis=0), axis=0)


def lag(stage):
    """By how many updates each micro-batch comes back late, if each B is one."""
    before = {"F": {}, "B": {}}
    for place, (kind, i, _) in enumerate(stage):
        before[kind][i] = sum(operation.kind == "B" for operation in stage[:place])
    return [before["B"][i] - before["F"][i] for i in sorted(before["F"])]


def update(dev):
    activations, gradients = np.zeros((64, 16)), np.zeros((16, 32))
    for _ in range(8):
        dev["tp"].all_reduce(activations)
    dev["dp"].all_reduce(gradients)


def crossing(mesh):
    between = run(update, mesh).traffic.bytes_between
    return int(between[:4, 4:].sum() + between[4:, :4].sum())


CLAIMS = [
    (
        "here 576 bytes a device each",
        lambda: sent(lambda d, x: d.all_reduce(x), Mesh(tp=3), X) == 576,
    ),
    ("576 bytes either way", lambda: sent(halves, Mesh(tp=3), X) == 576),
    ("here from 864 to 288 bytes", lambda: (2 * X.nbytes, 2 * X[:2].nbytes) == (864, 288)),
    ("each device holds 2 of the 6 tokens", lambda: shard(X, 0, 3)[0].shape == (2, 9)),
    (
        "25 heads are cut for 5 devices or 25",
        lambda: [n for n in range(2, 26) if 25 % n == 0] == [5, 25],
    ),
    (
        "GPipe and 1F1B idle alike",
        lambda: all(
            np.isclose(gpipe(D, M).idle_fraction, turns(D, M).idle_fraction)
            for D in (2, 3, 5)
            for M in (1, 4, 24)
        ),
    ),
    (
        "GPipe keeps 24 micro-batches on each stage, 1F1B 5 on the first and 1 on the last",
        lambda: (
            (gpipe(5, 24).peak_activations, turns(5, 24).peak_activations)
            == ([24] * 5, [5, 4, 3, 2, 1])
        ),
    ),
    (
        "would make it 48 against 5",
        lambda: (gpipe(5, 48).peak_activations[0], turns(5, 48).peak_activations[0]) == (48, 5),
    ),
    (
        "Stage $s$ keeps $\\min(M, D - s)$",
        lambda: all(
            turns(D, M).peak_activations == [min(M, D - s) for s in range(D)]
            for D in (1, 3, 6)
            for M in (1, 2, 9)
        ),
    ),
    (
        "here 1,920 bytes and not 7,680",
        lambda: (
            sent(lambda d, g: d.all_reduce(g), Mesh(dp=3), np.zeros((12, 15))) == 1920 == 7680 // 4
        ),
    ),
    (
        "here 32,768 bytes cross between nodes for an update; with the axes swapped, 12 times",
        lambda: (crossing(Mesh(dp=2, tp=4)), crossing(Mesh(tp=4, dp=2))) == (32_768, 12 * 32_768),
    ),
    ("One all-reduce of 4.2 MB", lambda: round(256 * 4096 * 4 / 1e6, 1) == 4.2),
    ("24 devices, cut 4 ways, are 6", lambda: Mesh(dp=6, tp=4).size == 24),
    ("2 + 2 + 4 + 8: sixteen again", lambda: 2 + 2 + 4 + 8 == 4 + 4 + 8 == 16),
    (
        "weights 28 GB, gradients 28, Adam 56",
        lambda: [7e9 * each / 1e9 for each in (4, 4, 8)] == [28, 28, 56],
    ),
    (
        "13 B parameters are 208 GB, and 9 devices of 24 GB",
        lambda: 13 * 16 == 208 and 208 / 9 <= 24 < 208 / 8,
    ),
    ("with 0.9 GB to spare", lambda: round(24 - 208 / 9, 1) == 0.9),
]

COMPUTED = [
    ("It was counted three times", lambda own: np.allclose(own["off"], 2 * own["bias"])),
    (
        "what 1F1B keeps does not",
        lambda own: (
            [simulate([own[k]]).peak_activations for k in ("gpipe_first", "first")] == [[24], [5]]
        ),
    ),
    (
        "each $B_i$ is followed by an update",
        lambda own: (
            [own["versions"](stage, True) for stage in own["turns"]]
            == [lag(stage) for stage in own["turns"]]
        ),
    ),
    (
        "Then nothing is stale",
        lambda own: not any(sum(own["versions"](stage, False)) for stage in own["turns"]),
    ),
    (
        "Three devices would wait for the fourth",
        lambda own: [len(h) for h in own["shares"]] == [7, 6, 6, 6],
    ),
    (
        "10 synchronous updates in 40 s, or 130 asynchronous ones and nobody idle",
        lambda own: (
            [len(own["train"](mode, 0.1).updates) for mode in ("synchronous", "asynchronous")]
            == [10, 130]
            and not any(own["late"].idle_fraction)
        ),
    ),
    (
        "The straggler's own gradients are few, 10 of 130",
        lambda own: [update.worker for update in own["late"].updates].count(3) == 10,
    ),
    (
        "here about 3 updates on average, with or without a straggler",
        lambda own: np.allclose(
            [np.mean(own[name].staleness) for name in ("late", "alike")], 3, atol=0.05
        ),
    ),
    ("no gradient is more than 3 updates late", lambda own: max(own["alike"].staleness) == 3),
    (
        "It makes as many updates of the same size, and none is late",
        lambda own: (
            len(own["single"].updates) == len(own["alike"].updates)
            and not any(own["single"].staleness)
        ),
    ),
    (
        "Sample 6 counts 3 times as much as each of the others",
        lambda own: np.allclose(
            own["means"][2] / own["sums"][2], 3 * own["means"][0] / own["sums"][0]
        ),
    ),
    (
        "Three of four devices are idle three quarters of their time",
        lambda own: own["train"]("synchronous", 0.1).idle_fraction == [0.75, 0.75, 0.75, 0],
    ),
    (
        "At the start the loss was 1.58",
        lambda own: round(own["losses"](own["late"], [0])[0], 2) == 1.58,
    ),
    (
        "Synchronous SGD takes it well, and gets faster",
        lambda own: (
            own["losses"](own["train"]("synchronous", 0.2), [40])
            < own["losses"](own["train"]("synchronous", 0.1), [40])
        ),
    ),
    (
        "Asynchronous wins, over a narrower range of rates",
        lambda own: (
            min(own["losses"](own["train"]("asynchronous", lr), [40])[0] for lr in (0.05, 0.1))
            < min(own["losses"](own["train"]("synchronous", lr), [40])[0] for lr in (0.1, 0.2, 0.5))
        ),
    ),
]
