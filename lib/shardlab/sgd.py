"""Data-parallel SGD around a parameter server, where workers need unequal time.

An event simulation. Only computing takes time: a gradient reaches the server, and the weights a
worker, in no time, so that what shows is who waits for whom, and which weights a gradient is of.
"""

from collections.abc import Mapping, Set
from dataclasses import dataclass
from fractions import Fraction
from heapq import heapify, heapreplace
from math import lcm
from typing import NamedTuple

import numpy as np

from shardlab.errors import ShardError
from shardlab.words import brief, count, duration, kind, number

MODES = ("synchronous", "asynchronous")
MOST = 100_000  # gradients in one simulation
LEAST, LARGEST = 1e-30, 1e30  # a time or rate between them: then sums of it stay finite


class Update(NamedTuple):
    """The server took a gradient at `time` (s): of `worker`, or of all (None), averaged.

    `staleness` counts the updates between the weights that the gradient is of and this update.
    `weights` are those after it.
    """

    time: float
    worker: int | None
    staleness: int
    weights: np.ndarray


class Step(NamedTuple):
    """A worker computed a gradient from `start` to `end`.

    `staleness` is that of its update; None: time was up before the gradient could be applied.
    """

    worker: int
    start: float
    end: float
    staleness: int | None


class SgdTimeline:
    """Who computed when: `steps` in the order of their starts; `updates` as (time, worker)."""

    def __init__(self, workers, mode, length, steps, updates):
        self.workers, self.mode, self.length = workers, mode, length
        self.steps = sorted(steps, key=lambda step: (step.start, step.worker))
        self.updates = updates

    def __repr__(self):
        return (
            f"SgdTimeline({count(self.workers, 'worker')}, {self.mode}, {duration(self.length)}, "
            f"{count(len(self.updates), 'update')})"
        )


@dataclass(repr=False)
class SgdRun:
    """What `simulate_sgd` brings back.

    updates            Update(time, worker, staleness, weights), in order
    staleness          the staleness of each of them
    weights            the weights at the end
    idle_fraction[i]   share of the time in which worker i waits
    timeline           who computed when; shows itself
    """

    updates: list
    weights: np.ndarray
    idle_fraction: list
    timeline: SgdTimeline

    @property
    def staleness(self):
        return [update.staleness for update in self.updates]

    def __repr__(self):
        idle = ", ".join(f"{share:.1%}" for share in self.idle_fraction)
        mean = f", mean staleness {np.mean(self.staleness):.3g}" if self.updates else ""
        mode, updates = self.timeline.mode, len(self.updates)
        return f"SgdRun({mode}, {updates} updates{mean}; idle by worker: {idle})"


def simulate_sgd(gradient, w0, *, seconds, lr, until, mode):
    """Run SGD on k workers and a parameter server for `until` seconds: an `SgdRun`.

    gradient   gradient(w, worker, step) → ∂L/∂w of that worker's micro-batch number `step` (from
               0), at the weights w: an array of the shape of w, its own copy. Called once for each
               gradient that is applied, in the order of arrival
    w0         weights at the beginning, an array of any shape
    seconds    seconds[i]: what worker i needs for one gradient, s; so k = len(seconds)
    lr         learning rate, the step along one gradient
    until      seconds simulated; an update at exactly this time still counts
    mode       "synchronous": w ← w − lr·(1/k)·Σ_i g_i(w) once all k gradients are there, so each
               update takes max_i seconds[i], and who is early waits. Staleness is 0.
               "asynchronous": w ← w − lr·g_i(w_i) when the gradient of worker i arrives, with w_i
               the weights that it had fetched; then it fetches w and goes on, and nobody waits.
               Staleness counts the updates by others between fetch and arrival

    Ties are exact: a time counts as it is written, so three times 0.1 s are 0.3 s. Gradients that
    arrive together are applied in the order of the workers, and each worker fetches right after
    its own. Note that one lr is then a step along one gradient, not along the mean of k.

    It keeps the weights after every update, 8 bytes a weight: with a million weights and 1,000
    updates, 8 GB; while a synchronous update is made, also the k gradients that it averages.

    Source: parameter server (Li et al., OSDI 2014), Downpour SGD (Dean et al., NeurIPS 2012). Like
    Hogwild! (Recht et al., arXiv 1106.5730) it takes stale gradients, but writes whole updates.

    Raises ShardError for a time that is none, for a gradient without the shape of the weights or
    with a value that is no finite real number, and when the weights are no longer finite; the
    message says which and what to do.
    """
    if not callable(gradient):
        raise ShardError(
            "simulate_sgd: gradient is a function gradient(w, worker, step), but it was "
            f"{kind(gradient)}."
        )
    if not isinstance(mode, str) or mode not in MODES:
        raise ShardError(
            f'simulate_sgd: mode is "synchronous" or "asynchronous"; it was {brief(mode)}.'
        )
    server = _Server(gradient, _weights(w0), _rate(lr))
    unit, (*needs, end) = _ticks([*_seconds(seconds), _time(until, "until")])
    longest = max(needs)
    count = sum(end // (longest if mode == "synchronous" else each) for each in needs)
    if count > MOST:
        raise ShardError(
            f"simulate_sgd: {count:,} gradients in {duration(float(until))} are too many, at most "
            f"{MOST:,}; take a smaller until."
        )
    simulate = _synchronous if mode == "synchronous" else _asynchronous
    steps = [
        Step(worker, start / unit, min(finish, end) / unit, staleness)
        for worker, start, finish, staleness in simulate(server, needs, end, unit)
    ]
    idle = [Fraction(0)] * len(needs)
    if mode == "synchronous":
        rounds, rest = divmod(end, longest)
        idle = [1 - Fraction(rounds * own + min(own, rest), end) for own in needs]
    times = [(update.time, update.worker) for update in server.updates]
    timeline = SgdTimeline(len(needs), mode, end / unit, steps, times)
    return SgdRun(server.updates, server.w, [float(share) for share in idle], timeline)


def _synchronous(server, needs, end, unit):
    """Apply the mean of all gradients, round by round; yields (worker, start, end, staleness)."""
    longest = max(needs)
    for step, start in enumerate(range(0, end, longest)):
        in_time = start + longest <= end
        if in_time:
            everyone = [server.gradient(server.w, worker, step) for worker in range(len(needs))]
            server.apply(sum(everyone) / len(everyone), (start + longest) / unit, None, 0)
        for worker, own in enumerate(needs):
            yield worker, start, start + own, 0 if in_time else None


def _asynchronous(server, needs, end, unit):
    """Apply each gradient as it arrives; yields (worker, start, end, staleness)."""
    fetched = [(server.w, 0, 0)] * len(needs)  # by worker: weights, updates until then, its step
    arrivals = [(own, worker) for worker, own in enumerate(needs)]
    heapify(arrivals)
    while arrivals[0][0] <= end:
        now, worker = arrivals[0]
        w, since, step = fetched[worker]
        staleness = len(server.updates) - since
        server.apply(server.gradient(w, worker, step), now / unit, worker, staleness)
        yield worker, now - needs[worker], now, staleness
        fetched[worker] = server.w, len(server.updates), step + 1
        heapreplace(arrivals, (now + needs[worker], worker))
    for now, worker in arrivals:
        if now - needs[worker] < end:
            yield worker, now - needs[worker], now, None


class _Server:
    """Holds the weights, asks workers for gradients, applies them."""

    def __init__(self, gradient, w, lr):
        self._ask, self.w, self._lr = gradient, w, lr
        self.updates = []

    def gradient(self, w, worker, step):
        found, trouble = _floats(self._ask(w.copy(), worker, step))
        if not trouble and found.shape != w.shape:
            trouble = f"was an array {found.shape}"
        whose = f"simulate_sgd: the gradient of worker {worker}, step {step},"
        if trouble:
            raise ShardError(
                f"{whose} has to be an array {w.shape}, as the weights are, of real numbers, "
                f"but it {trouble}."
            )
        if (bad := _not_finite(found)) is not None:
            raise ShardError(
                f"{whose} holds {bad}, though its weights are finite; look for a division by 0 "
                "or the like, and if the weights have grown, take a smaller lr."
            )
        return found

    def apply(self, gradient, time, worker, staleness):
        with np.errstate(over="ignore", invalid="ignore"):
            self.w = np.asarray(self.w - self._lr * gradient)
        if not np.isfinite(self.w).all():
            whose = "" if worker is None else f" by worker {worker}"
            raise ShardError(
                f"simulate_sgd: after the update at {duration(time)}{whose} the weights are no "
                "longer finite: the run diverges; take a smaller lr."
            )
        self.w.flags.writeable = False  # what is in an update stays
        self.updates.append(Update(time, worker, staleness, self.w))


def _weights(w0):
    w, trouble = _floats(w0)
    if trouble:
        raise ShardError(f"simulate_sgd: w0 is an array of real numbers, but it {trouble}.")
    if (bad := _not_finite(w)) is not None:
        raise ShardError(f"simulate_sgd: w0 holds {bad}, which is not finite; begin with numbers.")
    w.flags.writeable = False
    return w


def _floats(value):
    """(a new array of float64, None), or (None, what there was instead of real numbers)."""
    listed = isinstance(value, list | tuple | np.ndarray)
    if isinstance(value, bytearray | memoryview | np.ma.MaskedArray):  # NumPy would take them
        return None, f"was {kind(value)}"
    try:
        found = np.array(value)
    except Exception:
        return None, f"was {kind(value)}" + " of which NumPy makes no array" * listed
    if found.dtype.kind in "iuf":
        with np.errstate(over="ignore"):
            return found.astype(np.float64), None
    numbers = [number(each) for each in found.flat] if found.dtype == object else [None]
    if None in numbers:  # not real numbers, or too large ones
        at_fault = found.flat[numbers.index(None)] if found.size else found.dtype
        return None, f"held {brief(at_fault)}" if listed else f"was {kind(value)}"
    return np.array(numbers).reshape(found.shape), None


def _rate(lr):
    return float(_positive(lr, "lr", "number"))


def _seconds(seconds):
    no_order = isinstance(seconds, str | bytes | bytearray | Mapping | Set)
    try:
        seconds = [] if no_order else list(seconds)
    except TypeError:
        seconds = []
    if not seconds:
        raise ShardError(
            "simulate_sgd: seconds is a list of what each worker needs for one gradient, for "
            "example [1, 1, 3]."
        )
    return [_time(each, f"seconds[{worker}]") for worker, each in enumerate(seconds)]


def _time(value, name):
    return Fraction(str(_positive(value, name, "time in seconds")))  # as written: 0.1 is a tenth


def _positive(value, name, what):
    found = number(value)
    if found is None or not LEAST <= found <= LARGEST:
        raise ShardError(
            f"simulate_sgd: {name} is a {what} above 0, from {LEAST:g} to {LARGEST:g}; it was "
            f"{brief(value)}."
        )
    return value


def _not_finite(array):
    """The first value of it that is nan or infinite, or None."""
    bad = array[~np.isfinite(array)]
    return bad[0] if bad.size else None


def _ticks(times):
    """(n, times as whole numbers of a time so short that n of them make a second)."""
    unit = lcm(*(time.denominator for time in times))
    return unit, [int(time * unit) for time in times]
