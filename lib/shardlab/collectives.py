"""What each collective computes, and the messages that a ring of devices needs for it.

A collective is played once for a whole group: `outcome` turns the arrays that the devices bring
into the arrays that they take home, and `messages` says what a ring of devices is charged for it.
There every device talks to its right-hand neighbour only, except in scatter, where the source
sends each device its piece.
"""

from functools import lru_cache, reduce
from typing import NamedTuple

import numpy as np

REDUCTIONS = {"sum": np.add, "max": np.maximum, "min": np.minimum, "mean": np.add}


def outcome(calls):
    """What each device of a group takes home from `calls`, one a device: new arrays only."""
    return _OUTCOMES[calls[0].operation](calls)


def _reduced(calls):
    """Σ_i x_i, added in the order of the ranks so that a run is the same to the last bit."""
    op = calls[0].op
    total = reduce(REDUCTIONS[op], (call.value for call in calls[1:]), calls[0].value)
    return total / len(calls) if op == "mean" else total


def _all_reduce(calls):
    total = np.asarray(_reduced(calls))
    return [total.copy() for _ in calls]


def _all_gather(calls):
    whole = np.concatenate([call.value for call in calls], axis=calls[0].axis)
    return [whole.copy() for _ in calls]


def _reduce_scatter(calls):
    pieces = np.array_split(np.asarray(_reduced(calls)), len(calls), axis=calls[0].axis)
    return [piece.copy() for piece in pieces]


def _broadcast(calls):
    return [np.array(calls[calls[0].src].value) for _ in calls]


def _scatter(calls):
    return [np.array(piece) for piece in calls[calls[0].src].value]


def _barrier(calls):
    return [None] * len(calls)


_OUTCOMES = {
    "all_reduce": _all_reduce,
    "all_gather": _all_gather,
    "reduce_scatter": _reduce_scatter,
    "broadcast": _broadcast,
    "scatter": _scatter,
    "barrier": _barrier,
}


class Messages(NamedTuple):
    """What a collective is charged: for each pair that talks, bytes and number of messages.

    `src[j]` sends `nbytes[j]` bytes in `count[j]` messages to `dst[j]`, places in the group.
    `rounds` is how many messages in a row wait for each other.
    """

    src: np.ndarray
    dst: np.ndarray
    nbytes: np.ndarray
    count: np.ndarray
    rounds: int


def messages(calls):
    """The `Messages` of a collective, with the sizes of the arrays at hand, uneven or not."""
    first, n = calls[0], len(calls)
    match first.operation:
        case "all_reduce":
            chunks = _even(first.value.size, n)
            return _ring(_bytes(first, chunks), reduces=True, gathers=True)
        case "reduce_scatter":
            length = first.value.shape[first.axis]
            across = first.value.size // length if length else 0
            chunks = tuple(rows * across for rows in _even(length, n))
            return _ring(_bytes(first, chunks), reduces=True, gathers=False)
        case "all_gather":
            return _ring(tuple(call.value.nbytes for call in calls), reduces=False, gathers=True)
        case "broadcast":
            return _chain(n, first.src, calls[first.src].value.nbytes)
        case "scatter":
            return _star(first.src, tuple(piece.nbytes for piece in calls[first.src].value))
        case "barrier":
            return _charge([])


def _charge(pairs, messages=1, rounds=0):
    """`pairs` holds (from, to, bytes in all), each in so many messages."""
    src, dst, nbytes = zip(*pairs, strict=True) if pairs else ((), (), ())
    count = np.full(len(pairs), messages)
    return Messages(np.array(src, int), np.array(dst, int), np.array(nbytes, int), count, rounds)


@lru_cache(maxsize=256)
def _ring(chunks, reduces, gathers):
    """Each pass round the ring takes n − 1 messages a device; each device keeps one chunk back.

    That is its own when chunks are summed on their way, and its neighbour's when they are spread.
    """
    n = len(chunks)
    rounds = (n - 1) * (reduces + gathers)
    spared = [reduces * chunks[r] + gathers * chunks[(r + 1) % n] for r in range(n)]
    whole = sum(chunks) * (reduces + gathers)
    pairs = [(r, (r + 1) % n, whole - spared[r]) for r in range(n)] if n > 1 else []
    return _charge(pairs, messages=rounds, rounds=rounds)


@lru_cache(maxsize=256)
def _chain(n, src, nbytes):
    """The source's array goes from neighbour to neighbour."""
    hops = [((src + hop) % n, (src + hop + 1) % n, nbytes) for hop in range(n - 1)]
    return _charge(hops, rounds=len(hops))


@lru_cache(maxsize=256)
def _star(src, sizes):
    """The source sends each other device its piece."""
    pieces = [(src, dst, size) for dst, size in enumerate(sizes) if dst != src]
    return _charge(pairs=pieces, rounds=int(len(pieces) > 0))


def _even(length, n):
    """n lengths that add up to `length`, the first ones one larger, as np.array_split cuts."""
    return tuple(length // n + (i < length % n) for i in range(n))


def _bytes(call, sizes):
    return tuple(size * call.value.itemsize for size in sizes)
