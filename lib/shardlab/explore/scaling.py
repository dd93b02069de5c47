"""Data parallelism on the simulated clock: speed-up, efficiency, ring against tree.

Each step is run: k devices compute their part of a batch and all-reduce the gradients.
"""

from dataclasses import replace
from functools import lru_cache

import numpy as np

from shardlab import draw
from shardlab.algorithms import ALGORITHMS
from shardlab.engine import run
from shardlab.errors import ShardError
from shardlab.explore.controls import counts, explorer, numbers, paragraph, steps
from shardlab.hardware import ROUND
from shardlab.mesh import Mesh
from shardlab.words import duration, size

KS = (2, 4, 8, 16, 32)
TIMES = (0.004, 0.01, 0.04, 0.1, 0.4, 1, 4)  # s
SIZES = (1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10)  # bytes
ALPHAS = (0.0, 1e-6, 3e-6, 1e-5, 3e-5, 1e-4, 1e-3)  # s
RATES = (1e9, 3e9, 1e10, 3e10, 1e11, 3e11, 1e12)  # bytes/s
OVERLAPS = (0.0, 0.25, 0.5, 0.75, 1.0)


def scaling():
    """Choose devices, work, gradients and link; see speed-up, efficiency, ring against tree."""
    controls = [
        steps("devices k", 8, KS),
        steps("T_compute, one device", 0.4, [(duration(t), t) for t in TIMES]),
        steps("gradients", 1e9, [(size(n), n) for n in SIZES]),
        steps("start-up α", 1e-5, [(duration(t), t) for t in ALPHAS]),
        steps("bandwidth 1/β", 3e10, [(f"{size(rate)}/s", rate) for rate in RATES]),
        steps("overlap", 0.0, [(f"{share:.0%}", share) for share in OVERLAPS]),
    ]

    def view(k, t_compute, nbytes, alpha, rate, overlap):
        return scaling_view(k, t_compute, nbytes, alpha=alpha, beta=1 / rate, overlap=overlap)

    return explorer(controls, view)


def scaling_view(k, t_compute, nbytes, *, alpha, beta, overlap=0.0):
    """HTML: one training step on 1 to 32 devices, and the numbers for k of them.

    t_compute   seconds that one device needs for the whole batch; k devices share the work
    nbytes      bytes of the gradients, which an all-reduce adds up
    alpha       α, start-up time of a message, s
    beta        β, time for one more byte, s
    overlap     the share of its computing, at the end, during which a device already sends
    """
    (k,) = counts("scaling_view", most=KS[-1], k=k)
    if k == 1:
        raise ShardError("scaling_view: one device has nobody to talk to; take 2 or more.")
    bounds = {"t_compute": t_compute, "nbytes": nbytes, "beta": beta}
    t_compute, nbytes, beta = numbers("scaling_view", least=1e-15, most=1e15, **bounds)
    (alpha,) = numbers("scaling_view", least=0, most=1e6, alpha=alpha)
    (overlap,) = numbers("scaling_view", least=0, most=1, overlap=overlap)
    ks, whole_beta = sorted({*KS, k}), beta * nbytes
    taken = {
        name: [_step(n, t_compute, alpha, whole_beta, overlap, name) for n in [1, *ks]]
        for name in ALGORITHMS
    }
    speedup = {name: [own[0][0] / whole for whole, _ in own] for name, own in taken.items()}
    speedup["if sending took no time"] = [1, *ks]
    t_comm = {name: [talk for _, talk in own[1:]] for name, own in taken.items()}
    title = f"{duration(t_compute)} of computing on one device, {size(nbytes)} of gradients"
    pictures = [
        draw.curves([1, *ks], speedup, "devices k", "speed-up S", title, log="xy"),
        draw.curves(ks, t_comm, "devices k", "T_comm, s", "time of the all-reduce", log="xy"),
    ]
    said = []
    for name in ALGORITHMS:
        place = ks.index(k)
        S = speedup[name][1 + place]
        said.append(
            f"{name.capitalize()}, k = {k}: T_comm = {duration(t_comm[name][place])}, a step takes "
            f"{duration(taken[name][1 + place][0])}, speed-up S = {S:.3g}, efficiency {S / k:.3g}."
        )
    said.append(_crossover(k, nbytes, alpha, whole_beta))
    return "".join([picture._repr_html_() for picture in pictures] + list(map(paragraph, said)))


@lru_cache(maxsize=1024)
def _step(k, t_compute, alpha, whole_beta, overlap, algorithm):
    """(length of a step, T_comm) on k devices, in seconds of the simulated clock.

    A small array, a number for each device, stands for the gradients; β is charged as for all of
    them. A real device computes and sends at once, so here one run computes the last part that
    the other spends in the all-reduce.
    """
    gradients = np.zeros(k)
    hardware = replace(ROUND, alpha=alpha, beta=whole_beta / gradients.nbytes)
    flops = t_compute * hardware.flops / k

    def talk(dev):
        dev.compute(flops=(1 - overlap) * flops)  # until then there is no gradient to send
        dev.all_reduce(gradients)

    mesh, alone = Mesh(dp=k), Mesh(dp=1)
    talking = run(talk, mesh, hardware=hardware, algorithm=algorithm).timeline
    computing = run(lambda dev: dev.compute(flops=flops), alone, hardware=hardware).timeline
    talks = [slot.end - slot.start for slot in talking.slots if slot.kind == "communicate"]
    return max(talking.length, computing.length), max(talks, default=0.0)


def _crossover(k, nbytes, alpha, whole_beta):
    """For which size of the array ring and tree take equally long, from four measurements: the
    time of start-ups alone and of bytes alone, which grows in step with them."""
    startup, bytes_alone = (
        [_step(k, 1e-3, *link, 0.0, name)[1] for name in ALGORITHMS]
        for link in ((alpha, 0.0), (0.0, whole_beta))
    )
    fewer, more = startup[0] - startup[1], bytes_alone[1] - bytes_alone[0]
    if fewer <= 0:
        return f"With k = {k} and this α the tree is not quicker for any size."
    equal = nbytes * fewer / more
    quicker = ALGORITHMS[nbytes < equal]
    return (
        f"With k = {k}, ring and tree take equally long for an array of {size(equal)}: below, the "
        f"tree is quicker, above, the ring. So for {size(nbytes)} it is the {quicker}."
    )
