"""What the lesson of L1 claims, and what it teaches by errors; the form is that of claims_L2."""

import re
from math import isclose

import numpy as np

from shardlab import Mesh, run, shard
from shardlab.hardware import A100
from shardlab.pipeline import B, F, simulate

TAUGHT = [
    r"Deadlock: .* recv\(src=0, .*Rank 1 waits for a message from rank 0, which has returned",
    r"ShardError: matmul: on rank 1 X \(6, 4\) and W \(8, 6\) do not multiply",
    r"ShardError: broadcast: there is no rank 3 in Mesh\(dp=3\)",
    "ShardError: scatter: rank 0 needs a list of 3 arrays, one a device; it has 2 of them",
    "CollectiveMismatch: The ranks of one group call all_gather with a different shape",
    "CollectiveMismatch: The ranks of one group call all_reduce with a different shape",
    "CollectiveMismatch: .* different collectives; rank 0 is the odd one out",
    "ShardError: all_to_all: rank 0 needs a list of 3 arrays, one a device; it has ndarray",
    "AssertionError: the replica on device 2: 3 of 3 elements are wrong",
    re.escape("ScheduleError: Stage 0 is at B(0) before its own F(0)"),
    re.escape("ScheduleError: Stage 0 lacks B(1)"),
    "OutOfMemory: .* asks for 120 GB .* A100 has 80 GB",
    "AssertionError: the pushed gradient: is 16, too large",
]


def held(n_params, dtype, n=1):
    """GB on a device, if n devices share the parameters."""

    def load(dev):
        dev.memory["W"] = np.zeros(n_params // 10**6 // dev.size, dtype=dtype)

    return 10**6 * run(load, Mesh(tp=n)).memory.peak_bytes[0] / 1e9


def on_three(fn):
    rows = shard(np.array([[1, 2, 3], [10, 20, 30], [100, 200, 300]]), axis=0)
    return run(fn, Mesh(dp=3), rows).outputs


CLAIMS = [
    (
        "An all-gather of these pieces makes what the all-reduce made",
        lambda: all(
            map(
                np.array_equal,
                on_three(lambda dev, x: dev.all_gather(dev.reduce_scatter(x, axis=1), axis=1)),
                on_three(lambda dev, x: dev.all_reduce(x)),
            )
        ),
    ),
    ("13 B in FP16 are 26 GB, on every replica", lambda: held(13 * 10**9, np.float16) == 26),
    ("cut for four, 6.5 GB each", lambda: held(13 * 10**9, np.float16, n=4) == 6.5),
    ("the tool shows 74.5", lambda: round(A100.memory / 2**30, 1) == 74.5),
    ("**GiB** is $2^{30}$, 7% more", lambda: round(100 * (2**30 / 10**9 - 1)) == 7),
    ("30 B parameters in FP32, on an A100 again", lambda: held(30 * 10**9, np.float32) == 120),
    (
        "Here it is 2/3 of the total time of the three stages",
        lambda: isclose(simulate([[F(0), B(0)]] * 3).idle_fraction, 2 / 3),
    ),
    (
        "The order among the $B_i$ is free, and an $F_1$ may come before or after $B_0$",
        lambda: all(
            simulate([order]).length == 6
            for order in (
                [F(0), B(0), F(1), B(1)],
                [F(0), F(1), B(0), B(1)],
                [F(0), F(1), B(1), B(0)],
                [F(1), F(0), B(0), B(1)],
            )
        ),
    ),
]

COMPUTED = [
    ("192 B for our $W$", lambda own: own["W"].nbytes == 192),
    ("Four rows of six numbers, 8 bytes each: 192 B", lambda own: own["W"].shape == (4, 6)),
    (
        "data parallel, 92 weights each. A part on every device: tensor parallel, 46",
        lambda own: (
            (run(own["weights"], Mesh(dp=2), *own["model"]).outputs == [92] * 2)
            and run(own["weights"], Mesh(tp=2), *own["pieces"]).outputs == [46] * 2
        ),
    ),
    (
        "Whole on one device: pipeline, here 32 and 60",
        lambda own: run(own["stage"], Mesh(pp=2), *own["model"]).outputs == [32, 60],
    ),
    (
        "Only 2 of the 6 compute anything",
        lambda own: own["new"] == ["all_reduce", "reduce_scatter"] and len(own["after"]) == 6,
    ),
    (
        "The loss fell from 16 to 0.64",
        lambda own: (
            own["loss"] == 16 and isclose((own["updated"] * own["sample"] - own["goal"]) ** 2, 0.64)
        ),
    ),
    (
        "it is the step that one device would have made with all six samples",
        lambda own: np.allclose(
            own["stepped"].outputs[2],
            own["w"] - 0.1 * own["gradient"](own["w"], own["x"], own["target"]),
        ),
    ),
    ("1 all-reduce a step", lambda own: own["stepped"].traffic.calls == {"all_reduce": 1}),
    (
        "waits for its straggler, 3 ms in place of 1",
        lambda own: isclose(run(own["uneven"], Mesh(dp=3)).timeline.length, 3e-3, rel_tol=0.01),
    ),
    (
        "The other 0.004 ms are the all-reduce",
        lambda own: isclose(run(own["uneven"], Mesh(dp=3)).timeline.length, 3.004e-3, rel_tol=1e-4),
    ),
    (
        "a stage works for 3 and waits for 6",
        lambda own: (
            list(own["pipeline"].busy) == [3] * 3
            and own["pipeline"].length == 9
            and own["pipeline"].idle_over_ideal == 2
        ),
    ),
    (
        "Here device 1 has twice as much to do",
        lambda own: isclose(
            run(own["three_layers"], Mesh(tp=2)).timeline.length, 3 * 2.401e-3, rel_tol=1e-3
        ),
    ),
    (
        "Its age is the number of updates since, here 4",
        lambda own: len(own["theta"]) - 1 == 4 and own["stale"] == own["theta"][0],
    ),
]
