"""What a collective is charged: the messages that a named algorithm needs for it.

ring   every device talks to its right-hand neighbour. all_reduce, reduce_scatter and all_gather
       send chunks round and round; broadcast and reduce hand the array from neighbour to neighbour.
tree   all_reduce, broadcast and reduce along a binomial tree, with the whole array in each message;
       the others as in a ring. (NCCL, too, has its tree for the reduction alone.)

scatter, gather and all_to_all send each piece from its owner straight to its taker, in both.
"""

from functools import lru_cache
from typing import NamedTuple

import numpy as np

ALGORITHMS = ("ring", "tree")


class Charge(NamedTuple):
    """The messages of one collective, pair by pair, as places in the group.

    `src[j]` sends `nbytes[j]` bytes in all to `dst[j]`, in `count[j]` messages, one in each round
    from `start[j]` on. In a round messages travel side by side; a later one waits for an earlier.
    On a clock the collective takes startups·α + port_bytes·β: each device sends and receives one
    message at a time, so that pieces for many devices queue at the port of their owner.

    `chunks` are the bytes of those that go round a ring, if they do: summed on their way in the
    first `reducing` rounds, spread in the others.
    """

    src: np.ndarray
    dst: np.ndarray
    nbytes: np.ndarray
    count: np.ndarray
    start: np.ndarray
    rounds: int
    startups: int
    port_bytes: int
    chunks: tuple = ()
    reducing: int = 0

    def messages(self):
        """(round, from, to, bytes) of each message."""
        for src, dst, nbytes, count, start in zip(*map(np.ndarray.tolist, self[:5]), strict=True):
            for k in range(count):
                if self.chunks:  # in the next round everybody sends what came from the left
                    chunk = src - 1 - k if k < self.reducing else src - (k - self.reducing)
                    nbytes = self.chunks[chunk % len(self.chunks)]
                yield start + k, src, dst, nbytes


def charge(calls, algorithm):
    """The `Charge` of a collective, with the sizes of the arrays at hand, uneven or not."""
    first, n = calls[0], len(calls)
    tree = algorithm == "tree"
    match first.operation:
        case "all_reduce" if tree:
            return _tree(n, 0, first.value.nbytes, up=True, down=True)
        case "all_reduce":
            return _even_ring(first.value.size, n, first.value.itemsize, reduces=True, gathers=True)
        case "reduce_scatter":
            length = first.value.shape[first.axis]
            row = first.value.nbytes // length if length else 0
            return _even_ring(length, n, row, reduces=True, gathers=False)
        case "all_gather":
            return _ring(tuple(call.value.nbytes for call in calls), reduces=False, gathers=True)
        case "broadcast":
            nbytes = calls[first.src].value.nbytes
            return _tree(n, first.src, nbytes, down=True) if tree else _chain(n, first.src, nbytes)
        case "reduce":
            nbytes = first.value.nbytes
            return (
                _tree(n, first.dst, nbytes, up=True) if tree else _chain(n, first.dst + 1, nbytes)
            )
        case "scatter":
            pieces = calls[first.src].value
            return _direct([(first.src, dst, x.nbytes) for dst, x in enumerate(pieces)])
        case "gather":
            return _direct([(src, first.dst, call.value.nbytes) for src, call in enumerate(calls)])
        case "all_to_all":
            return _direct(
                [
                    (src, dst, x.nbytes)
                    for src, call in enumerate(calls)
                    for dst, x in enumerate(call.value)
                ]
            )
        case "barrier":
            return _NOTHING


def _charged(messages, rounds, startups, port_bytes):
    """A charge of one message a pair; `messages` holds (from, to, bytes, round)."""
    src, dst, nbytes, start = np.array(messages, np.int64).reshape(-1, 4).T
    return Charge(src, dst, nbytes, np.ones(len(src), int), start, rounds, startups, port_bytes)


_NOTHING = _charged([], 0, 0, 0)


@lru_cache(maxsize=256)
def _even_ring(length, n, unit, reduces, gathers):
    """A ring on an array of `length` parts of `unit` bytes, cut as np.array_split cuts it."""
    chunks = tuple(unit * (length // n + (i < length % n)) for i in range(n))
    return _ring(chunks, reduces, gathers)


@lru_cache(maxsize=256)
def _ring(chunks, reduces, gathers):
    """Each pass round the ring takes n − 1 messages a device; each device keeps one chunk back.

    That is its own when chunks are summed on their way, and its neighbour's when they are spread.
    """
    n = len(chunks)
    if n == 1:
        return _NOTHING
    passes = reduces + gathers
    rounds = (n - 1) * passes
    kept = [reduces * chunks[r] + gathers * chunks[(r + 1) % n] for r in range(n)]
    messages = [(r, (r + 1) % n, sum(chunks) * passes - kept[r], 0) for r in range(n)]
    charge = _charged(messages, rounds, rounds, rounds * max(chunks))
    return charge._replace(
        count=charge.count * rounds, chunks=chunks, reducing=(n - 1) * bool(reduces)
    )


@lru_cache(maxsize=256)
def _chain(n, first, nbytes):
    """An array goes from neighbour to neighbour, from place `first` once round the ring."""
    places = [(first + hop) % n for hop in range(n)]
    messages = [(places[hop], places[hop + 1], nbytes, hop) for hop in range(n - 1)]
    return _charged(messages, n - 1, n - 1, (n - 1) * nbytes)


@lru_cache(maxsize=256)
def _tree(n, root, nbytes, up=False, down=False):
    """A binomial tree: in each round every device that has the array sends it on to one more.

    `up` plays it backwards, towards the root; with both, up comes first.
    """
    depth = (n - 1).bit_length()
    edges = [(i, i + 2**k, k) for k in range(depth) for i in range(2**k) if i + 2**k < n]
    messages = []
    if up:
        messages += [(child, parent, nbytes, depth - 1 - k) for parent, child, k in edges]
    if down:
        messages += [(parent, child, nbytes, k + up * depth) for parent, child, k in edges]
    messages = [((s + root) % n, (d + root) % n, size, k) for s, d, size, k in messages]
    rounds = depth * (up + down)
    return _charged(messages, rounds, rounds, rounds * nbytes)


def _direct(pieces):
    """Each piece (from, to, bytes) in a message of its own; what stays at home is not sent."""
    sent = [(src, dst, nbytes, 0) for src, dst, nbytes in pieces if src != dst]
    if not sent:
        return _NOTHING
    startups, port_bytes = {}, {}
    for src, dst, nbytes, _ in sent:
        for port in (("out", src), ("in", dst)):
            startups[port] = startups.get(port, 0) + 1
            port_bytes[port] = port_bytes.get(port, 0) + nbytes
    return _charged(sent, 1, max(startups.values()), max(port_bytes.values()))
