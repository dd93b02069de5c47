"""An engine whose devices are real ranks: this process is one of them.

How arrays travel is the affair of a communicator, MPI's or torch's, for the ranks of a group. All
it sees are flat arrays; bytes, where they are only moved:

    rank, size                                this rank's place in the group, and the group's size
    group(ranks)                              a communicator for some of the ranks
    objects(value)                            the list of every rank's value
    adds(dtype, op)                           can it reduce arrays of this dtype?
    all_reduce(x, op), reduce(x, op, dst), reduce_scatter(x, counts, op)
    all_gather(x, counts), gather(x, counts, dst), broadcast(x, src), scatter(x, counts, src)
    all_to_all(x, counts, counts to receive), barrier()
    post(message, to), fetch(source)          bytes from rank to rank, in order, without waiting
    flush()                                   wait until what was posted has been fetched
    close()                                   it is no longer used
"""

import pickle
from collections import Counter, deque
from contextlib import contextmanager
from math import prod

import numpy as np

from shardlab import collectives, explain
from shardlab.calls import Call, Message, Receive
from shardlab.device import Device, Group
from shardlab.errors import CollectiveMismatch, ShardError
from shardlab.real.logbook import form, stand_in
from shardlab.tracebacks import where


class Lost(ShardError):
    """The other ranks are gone, or don't answer: most often the consequence of another error."""


class _OfAnother(CollectiveMismatch, Lost):
    """A mismatch, on a rank that is not the odd one out: what counts is where that one stands."""


class RealEngine:
    """Device `world.rank` of a mesh, as a process of its own; `log` keeps what it asks for."""

    def __init__(self, world, mesh, hardware, log):
        self.hardware = hardware
        self.log = log
        self._world, self._mesh, self._rank = world, mesh, world.rank
        self._groups = {}  # ranks -> their communicator
        self._sent, self._received = Counter(), Counter()  # messages to and from each rank
        self._own = deque()  # messages to itself
        self._failure = None

    def run(self, fn, args):
        """What fn returns on this device; then waits until the other ranks have returned."""
        output = fn(Device(self, self._mesh, self._rank), *args)
        self.log.returned()
        # Fetch what nobody asked for: only then do its sender's buffers come free.
        for source, sent in enumerate(self._world.objects(self._sent)):
            if source != self._rank:
                for _ in range(sent[self._rank] - self._received[source]):
                    self._world.fetch(source)
        self._world.flush()
        self._world.barrier()
        return output

    def close(self):
        """Give the communicators back, in one order on all ranks."""
        for _, each in sorted(self._groups.items()):
            each.close()
        self._world.close()

    def compute(self, rank, flops, what):
        self.log.note("compute", (), (flops, what))

    def hold(self, rank, name, change):
        self.log.note("hold", (), (name if _plain(name) else repr(name), change))

    # -- messages -----------------------------------------------------------------------------

    def send(self, group, x, dst):
        line, to = where(), group.ranks[dst]
        self.log.note("send", group.axes, (x, dst), line)
        message = pickle.dumps((np.array(x, order="C"), group.axes, dst, line), protocol=5)
        self._sent[to] += 1
        if to == self._rank:
            self._own.append(message)
        else:
            with self._together("send", line):
                self._world.post(np.frombuffer(message, np.uint8), to)

    def recv(self, group, src, like):
        line = where()
        receive = Receive(group, src, like, line)
        own = receive.sender == self._rank and self._own
        with self._together(receive, line), self.log.waiting("recv", group.axes, (src, like), line):
            message = self._own.popleft() if own else self._world.fetch(receive.sender)
        self._received[receive.sender] += 1
        x, axes, dst, sent_at = pickle.loads(message)
        if x.shape != like.shape or x.dtype != like.dtype:
            sender = Group(self, self._mesh, receive.sender, axes)
            message = Message(x, sender, dst, 0, 0.0, sent_at)
            self._failure = ShardError(explain.wrong_message(self._rank, receive, message))
            raise self._failure
        return x

    # -- collectives --------------------------------------------------------------------------

    def meet(self, call):
        group, call.where = call.group, where()
        asked = "meet", group.axes, (call.value, call.terms), call.where
        with self._together(call, call.where), self.log.waiting(*asked):
            if group.size == 1:
                return collectives.outcome([call])[0]
            if group._meeting is None:
                group._meeting = self._communicator(group.ranks)
            mine = group.axes, form(call.value), call.terms, call.where
            said = group._meeting.objects(mine)
            if any(terms != call.terms for _, _, terms, _ in said):
                self._compare(group.ranks, said)
            return _TAKEN[call.operation](group._meeting, call, [forms for _, forms, _, _ in said])

    def _communicator(self, ranks):
        if ranks not in self._groups:
            self._groups[ranks] = self._world.group(ranks)
        return self._groups[ranks]

    def _compare(self, ranks, said):
        """Raise CollectiveMismatch if the ranks of a group call different collectives."""
        calls = [
            Call(Group(self, self._mesh, rank, axes), stand_in(forms), terms, line)
            for rank, (axes, forms, terms, line) in zip(ranks, said, strict=True)
        ]
        if mismatch := explain.mismatch(ranks, calls):
            odd_one_out, words = mismatch
            raise (CollectiveMismatch if self._rank == odd_one_out else _OfAnother)(words)

    @contextmanager
    def _together(self, what, line):
        """Both libraries raise RuntimeError when other ranks break off."""
        if self._failure:
            self.give_up(self._failure)  # no loop that catches errors can keep a failed rank up
        try:
            yield
        except RuntimeError as error:
            self._failure = Lost(
                f"Rank {self._rank} lost the others in {what}, {explain.line_of(line)} ({error})."
            )
            raise self._failure from None
        except ShardError as error:
            self._failure = error
            raise

    def give_up(self, error):
        """What a rank does that goes on after an error which no rank can go on from."""
        raise error


# -- what this rank takes home from a collective: from its own call and the forms of all arrays --


def _all_reduce(comm, call, forms):
    if not comm.adds(call.value.dtype, call.op):
        return _by_hand(comm, call, forms)
    return _mean(call, comm, comm.all_reduce(_flat(call.value), _op(call))).reshape(forms[0].shape)


def _reduce(comm, call, forms):
    if not comm.adds(call.value.dtype, call.op):
        return _by_hand(comm, call, forms)
    total = comm.reduce(_flat(call.value), _op(call), call.dst)
    return None if total is None else _mean(call, comm, total).reshape(forms[0].shape)


def _reduce_scatter(comm, call, forms):
    if not comm.adds(call.value.dtype, call.op):
        return _by_hand(comm, call, forms)
    front = np.moveaxis(call.value, call.axis, 0)
    row = prod(front.shape[1:])
    lengths = [len(part) for part in np.array_split(np.empty(len(front)), comm.size)]
    counts = [length * row for length in lengths]
    piece = _mean(call, comm, comm.reduce_scatter(_flat(front), counts, _op(call)))
    piece = piece.reshape(lengths[comm.rank], *front.shape[1:])
    return np.ascontiguousarray(np.moveaxis(piece, 0, call.axis))


def _all_gather(comm, call, forms):
    front = np.moveaxis(call.value, call.axis, 0)
    gathered = comm.all_gather(_bytes(front), [_nbytes(each) for each in forms])
    length = sum(each.shape[call.axis] for each in forms)
    whole = gathered.view(call.value.dtype).reshape(length, *front.shape[1:])
    return np.ascontiguousarray(np.moveaxis(whole, 0, call.axis))


def _gather(comm, call, forms):
    gathered = comm.gather(_bytes(call.value), [_nbytes(each) for each in forms], call.dst)
    return None if gathered is None else _arrays(gathered, forms)


def _broadcast(comm, call, forms):
    sent = forms[call.src]
    mine = comm.rank == call.src
    x = _bytes(call.value).copy() if mine else np.empty(_nbytes(sent), np.uint8)
    return _arrays(comm.broadcast(x, call.src), [sent])[0]


def _scatter(comm, call, forms):
    sent = forms[call.src]
    x = _joined(call.value) if comm.rank == call.src else None
    piece = comm.scatter(x, [_nbytes(each) for each in sent], call.src)
    return _arrays(piece, [sent[comm.rank]])[0]


def _all_to_all(comm, call, forms):
    taken = [row[comm.rank] for row in forms]
    counts = [_nbytes(each) for each in forms[comm.rank]]
    return _arrays(
        comm.all_to_all(_joined(call.value), counts, [_nbytes(each) for each in taken]), taken
    )


def _barrier(comm, call, forms):
    comm.barrier()


def _by_hand(comm, call, forms):
    """Gather and reduce with NumPy, where the library has no such sum (float16, complex max)."""
    gathered = comm.all_gather(_bytes(call.value), [_nbytes(each) for each in forms])
    calls = [Call(call.group, x, call.terms) for x in _arrays(gathered, forms)]
    return collectives.outcome(calls)[comm.rank]


_TAKEN = {
    "all_gather": _all_gather,
    "all_reduce": _all_reduce,
    "all_to_all": _all_to_all,
    "barrier": _barrier,
    "broadcast": _broadcast,
    "gather": _gather,
    "reduce": _reduce,
    "reduce_scatter": _reduce_scatter,
    "scatter": _scatter,
}


def _plain(name):
    """Can it go to any process?"""
    if isinstance(name, tuple):
        return all(map(_plain, name))
    return name is None or isinstance(name, str | int | float | np.generic)


# -- flat arrays ---------------------------------------------------------------------------------


def _op(call):
    return "sum" if call.op == "mean" else call.op


def _mean(call, comm, total):
    if call.op == "mean":
        total /= comm.size
    return total


def _flat(x):
    return np.ascontiguousarray(x).reshape(-1)


def _bytes(x):
    return _flat(x).view(np.uint8)


def _joined(xs):
    return np.concatenate([_bytes(x) for x in xs])


def _nbytes(form):
    return prod(form.shape) * form.dtype.itemsize


def _arrays(joined, forms):
    """The arrays of these forms, whose bytes follow each other in `joined`."""
    ends = np.cumsum([_nbytes(each) for each in forms])
    return [
        np.array(joined[end - _nbytes(each) : end].view(each.dtype).reshape(each.shape))
        for end, each in zip(ends, forms, strict=True)
    ]
