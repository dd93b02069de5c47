"""What the lesson of L5 claims, and what it teaches by errors.

CLAIMS    (phrase of the text, a measurement that says whether it holds)
COMPUTED  the same, from `own`: the names that the lesson's cells leave
TAUGHT    what its cells that break on purpose say, as regular expressions, in any order
"""

import re
from dataclasses import replace

import numpy as np

from shardlab import Mesh, run
from shardlab.hardware import A100

from .pipelines import gpipe

TAUGHT = [
    "ShardError: send: there is no rank 3 in the group along pp",
    "AssertionError: W1 after 4 updates: replica 0 learnt from its own samples alone",
    "AssertionError: E on the last stage: ",
    "Deadlock: .* but rank 0 returned without it",
    "AssertionError: the activation, computed again: ",
    re.escape("ScheduleError: Stage 0 is at W(0) before its own B(0); put B(0) before W(0)"),
    "AssertionError: the norm: 4 of 4 elements are wrong",
    "AssertionError: the gradient: is the mean over a, divided by a = 4 once more",
    "OutOfMemory: .* asks for 54 GB for 'stage 0'; A100 has 40 GB",
    "ShardError: Rank 0 changed `left`",
]


def ring_ms(k, gigabytes, gigabytes_a_second):
    """What an all-reduce takes on the clock of a device with this link, a thousandth of it all."""
    link = replace(A100, alpha=0, beta=1e-6 / gigabytes_a_second)
    gradients = np.zeros(int(gigabytes * 1e6), np.int8)
    reduced = run(lambda dev, x: dev.all_reduce(x), Mesh(dp=k), gradients, hardware=link)
    return 1000 * reduced.timeline.length


CLAIMS = [
    ("$N = 5$, $D = 2$, $R = 3$: 30 devices", lambda: Mesh(dp=3, pp=2, tp=5).size == 30),
    ("$2M(D - 1)$ hops", lambda: all(gpipe(D, M).hops.sum() == 2 * M * (D - 1) for D, M in SIZES)),
    (
        "0.667, below the 0.8 of $M = 12$",
        lambda: (
            round(24 * 3 / gpipe(4, 24, backward=3).length, 3) == 0.667
            and 12 * 3 / gpipe(4, 12).length == 0.8
        ),
    ),
    (
        "“Checkpointing costs 33%.”",
        lambda: round(gpipe(4, 12, backward=3).busy[0] / gpipe(4, 12).busy[0] - 1, 2) == 0.33,
    ),
    ("“175 B parameters need 2.1 TB.”", lambda: 175e9 * (4 + 8) / 1e12 == 2.1),
    ("comes out as 0.602 instead of 0.6", lambda: round(0.8 / 1.33, 3) == 0.602),
    ("1F1B has $(D - 1)/M$", lambda: all(ideal(D, M) for D, M in SIZES)),
    ("205.7 ms: a ring sends $2(k - 1)/k$", lambda: round(ring_ms(7, 3, 25), 1) == 205.7),
    ("the 30 GB of weights and gradients", lambda: 7.5 * (2 + 2) == 30),
    ("the 15 GB of weights", lambda: 7.5 * 2 == 15),
]
SIZES = [(3, 5), (2, 4), (4, 7)]


def ideal(D, M):
    return np.isclose(gpipe(D, M).idle_over_ideal, (D - 1) / M)


# what the lesson's own cells compute, read from the namespace that they leave
COMPUTED = [
    ("each has 1/10 of the model", lambda own: own["mine"][0] * 10 == own["model"].nbytes),
    ("Ten units stay whole", lambda own: whole(own, 3) == whole(own, 1, but=24) == 10),
    ("The paper's 70% for GPT-3", lambda own: round(saved(own, "gpt3"), 2) == 0.7),
    ("and 65% for MT-NLG", lambda own: round(saved(own, "mt_nlg"), 2) == 0.65),
    (
        "2.7% of a forward pass",
        lambda own: (
            round(own["scores_work"] / (own["scores_work"] + own["weights_work"]), 3) == 0.027
        ),
    ),
    ("In units, the scores are five for each of", lambda own: scores_are_five(own)),
    ("$2M(vD - 1)$ hops", lambda own: own["fine"].hops.sum() == 2 * 6 * (2 * 3 - 1)),
    (
        "interleaved $(D - 1)/(v M)$",
        lambda own: np.isclose(own["fine"].idle_over_ideal, 2 / (2 * 6)),
    ),
    (
        "6 units with 1F1B, 3 interleaved, 2 with ZB-H1, 0 with ZB-H2",
        lambda own: (
            [max(own[name].idle_within) for name in ("coarse", "fine", "h1", "h2")] == [6, 3, 2, 0]
        ),
    ),
    (
        "60 hops for 24; 5 micro-batches held for 3",
        lambda own: (
            (own["fine"].hops.sum(), own["coarse"].hops.sum()) == (60, 24)
            and (own["h2"].peak_activations[0], own["coarse"].peak_activations[0]) == (5, 3)
        ),
    ),
    (
        "120 GB a device, then 31.4, 16.6, 1.88 with ZeRO 1, 2, 3",
        lambda own: np.allclose(
            [own["gigabytes"](64, stage) for stage in range(4)], [120, 31.4, 16.6, 1.88], rtol=0.01
        ),
    ),
    (
        "$k = 7$ gives $S = 4.375$, efficiency 0.625; with $a = 5$ it is 6.25 and 0.893",
        lambda own: (
            [round(s, 3) for a in (1, 5) for s in gain(own, a)] == [4.375, 0.625, 6.25, 0.893]
        ),
    ),
    (
        "$N = 8$ is quickest, 16 slower than one",
        lambda own: own["times"][3] == min(own["times"]) and own["times"][4] > own["times"][0],
    ),
    (
        "12 bytes a parameter without gradients, 16 with them: 840 or 1120 GB",
        lambda own: (own["budget"](w=12), own["budget"](w=12, gradients=4)) == (840, 1120),
    ),
    (
        "what the paper prints, rounded down",
        lambda own: all(0 <= found / 1e9 - printed < 0.1 for printed, found in own["P"].items()),
    ),
    (
        "1.4 T tokens, 2048 devices at half their peak are 26.5 days",
        lambda own: round(own["days"](A100.flops / 2), 1) == 26.5,
    ),
    (
        "64% if all was recomputed, 48% if nothing",
        lambda own: (
            [round(each * own["P"][65.2] * 380 / A100.flops, 2) for each in (8, 6)] == [0.64, 0.48]
        ),
    ),
    ("the same weights to about 15 digits", lambda own: digits(own) < 1e-14),
]


def whole(own, N, but=0):
    """Units of a layer that do not shrink with N; of one device, all `but` those that would."""
    kept = own["kept"](3, 16, 24, N=N)
    if N == 1:
        return sum(kept.values()) - own["scores"](kept) - but
    one = own["kept"](3, 16, 24)
    return sum(kept[name] for name in one if kept[name] == one[name])


def saved(own, name):
    return own["scores"](own[name]) / sum(own[name].values())


def scores_are_five(own):
    sizes = [(3, 16, 24), (2, 40, 12), (5, 8, 20)]
    found = [own["scores"](own["kept"](*size)) for size in sizes]
    return np.allclose(found, [5 * heads * seq / width for heads, seq, width in sizes])


def gain(own, a):
    speedup = own["update"](1, a) / own["update"](7, a)
    return speedup, speedup / 7


def digits(own):
    pairs = zip(own["real"].outputs[2], own["emulated"].outputs[2], strict=True)
    return max(float(abs(a - b).max()) for a, b in pairs)
