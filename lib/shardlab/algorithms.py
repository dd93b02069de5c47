"""What a collective is charged: the messages that a named algorithm sends for it, counted.

ring   every device talks to its right-hand neighbour. all_reduce, reduce_scatter and all_gather
       send chunks round and round; broadcast and reduce hand the array from neighbour to neighbour.
tree   all_reduce, broadcast and reduce along a binomial tree, with the whole array in each message;
       the others as in a ring. (NCCL, too, takes its tree for all_reduce alone. It lets the array
       follow through the tree in pieces; this one does not.)

scatter, gather and all_to_all send each piece from its owner straight to its taker, in both. A
barrier moves no data and is charged nothing.
"""

from collections.abc import Callable
from functools import lru_cache, partial
from typing import NamedTuple

import numpy as np

ALGORITHMS = ("ring", "tree")


class Charge(NamedTuple):
    """The messages of one collective, counted by pair, as ranks in the group.

    `src[j]` sends `nbytes[j]` bytes in all to `dst[j]`, in `count[j]` messages. The messages of a
    round travel side by side; a round waits for the one before. On a clock the collective takes
    startups·α + port_bytes·β: each device sends and receives one message at a time, so that pieces
    for many devices queue at the port of their owner. `play()` gives the rounds again, each as
    arrays (src, dst, nbytes).
    """

    src: np.ndarray
    dst: np.ndarray
    nbytes: np.ndarray
    count: np.ndarray
    rounds: int
    startups: int
    port_bytes: int
    play: Callable


def charge(calls, algorithm):
    """The `Charge` of a collective, with the sizes of the arrays at hand, uneven or not."""
    first, n = calls[0], len(calls)
    tree = algorithm == "tree"
    match first.operation:
        case "all_reduce" if tree:
            return _counted(_tree, n, 0, first.value.nbytes, True, True)
        case "all_reduce":
            return _even_ring(first.value.size, n, first.value.itemsize, True, True)
        case "reduce_scatter":
            length = first.value.shape[first.axis]
            row = first.value.nbytes // length if length else 0
            return _even_ring(length, n, row, True, False)
        case "all_gather":
            return _counted(_ring, n, tuple(call.value.nbytes for call in calls), False, True)
        case "broadcast":
            nbytes = calls[first.src].value.nbytes
            if tree:
                return _counted(_tree, n, first.src, nbytes, False, True)
            return _counted(_chain, n, first.src, nbytes)
        case "reduce":
            nbytes = first.value.nbytes
            if tree:
                return _counted(_tree, n, first.dst, nbytes, True, False)
            return _counted(_chain, n, first.dst + 1, nbytes)
        case "scatter":
            pieces = enumerate(calls[first.src].value)
            sent = tuple((first.src, dst, x.nbytes) for dst, x in pieces)
        case "gather":
            sent = tuple((src, first.dst, call.value.nbytes) for src, call in enumerate(calls))
        case "all_to_all":
            rows = [(src, enumerate(call.value)) for src, call in enumerate(calls)]
            sent = tuple((src, dst, x.nbytes) for src, row in rows for dst, x in row)
        case "barrier":
            sent = ()
    return _count(_direct, n, sent)


def _count(algorithm, n, *details):
    """Play the rounds of an algorithm on n devices once, and count."""
    play = partial(algorithm, n, *details)
    nbytes, count = np.zeros((2, n, n), np.int64)
    rounds = startups = port_bytes = 0
    for src, dst, size in play():
        np.add.at(nbytes, (src, dst), size)
        np.add.at(count, (src, dst), 1)
        rounds += 1
        startups += max(np.bincount(port).max() for port in (src, dst))
        port_bytes += max(np.bincount(port, size).max() for port in (src, dst))
    src, dst = np.nonzero(count)
    pairs = src, dst, nbytes[src, dst], count[src, dst]
    return Charge(*pairs, rounds, int(startups), int(port_bytes), play)


_counted = lru_cache(maxsize=64)(_count)  # calls of one size come again and again


@lru_cache(maxsize=64)
def _even_ring(length, n, unit, reduces, gathers):
    """A ring on an array of `length` parts of `unit` bytes, cut as np.array_split cuts it."""
    chunks = tuple(unit * (length // n + (i < length % n)) for i in range(n))
    return _counted(_ring, n, chunks, reduces, gathers)


def _ring(n, chunks, reduces, gathers):
    """A ring on chunks of these sizes: in each round each device sends one on to the right.

    When chunks are summed on their way, the last to come is a device's own; when they are spread,
    its own is the first that it sends.
    """
    ranks, own = np.arange(n), np.array(chunks)
    for sizes in [np.roll(own, 1)] * bool(reduces) + [own] * bool(gathers):
        for _ in range(n - 1):
            yield ranks, (ranks + 1) % n, sizes
            sizes = np.roll(sizes, 1)  # what came from the left goes on


def _chain(n, first, nbytes):
    """An array goes from neighbour to neighbour, from rank `first` once round the ring."""
    for hop in range(n - 1):
        here, there = np.array([first + hop]) % n, np.array([first + hop + 1]) % n
        yield here, there, np.array([nbytes])


def _tree(n, root, nbytes, up, down):
    """A binomial tree: in each round every device that has the array sends it on to one more.

    `up` plays it backwards, towards the root; with both, up comes first.
    """
    levels = []
    for level in range((n - 1).bit_length()):
        have = np.arange(min(2**level, n - 2**level))
        levels.append(((have + root) % n, (have + 2**level + root) % n))
    for parents, children in levels[::-1] * bool(up):
        yield children, parents, np.full(len(parents), nbytes)
    for parents, children in levels * bool(down):
        yield parents, children, np.full(len(parents), nbytes)


def _direct(n, pieces):
    """Each piece (from, to, bytes) in a message of its own; what stays at home is not sent."""
    sent = [piece for piece in pieces if piece[0] != piece[1]]
    if sent:
        yield tuple(np.array(sent).T)
