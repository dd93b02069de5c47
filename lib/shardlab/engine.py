"""Runs one function on every device of a mesh, in turn, and knows who waits for whom.

Each device is a greenlet. It runs until it has to wait, then another goes on: in the order of
the ranks at first, later in the order in which waits end. So a run takes the same course every
time, and when nobody can go on, that is a deadlock, seen at once.
"""

import contextvars
import inspect
from collections import defaultdict, deque
from contextlib import suppress
from copy import deepcopy

import numpy as np
from greenlet import GreenletExit, getcurrent, greenlet

from shardlab import collectives, explain
from shardlab.calls import Message, Receive
from shardlab.device import Device
from shardlab.errors import CollectiveMismatch, Deadlock, ShardError
from shardlab.mesh import Mesh
from shardlab.record import Result, Traffic
from shardlab.shards import Cut, Shards
from shardlab.tracebacks import where, without_library


def run(fn, mesh, *args):
    """Call `fn(dev, *args)` once on each device of `mesh` and bring back a `Result`.

    A `Shards` or `shard(…)` argument gives device i its piece i; anything else is copied for
    each device, so devices share nothing. `result.outputs[rank]` is what fn returned there,
    `result.traffic` what was sent.

    Raises what a device raises, at that device's line: a ShardError names every device
    involved (CollectiveMismatch: they call different collectives; Deadlock: all wait).
    """
    __tracebackhide__ = True  # so that IPython goes from the caller's line to fn's
    _check(fn, mesh, args)
    columns = [_for_each_device(arg, mesh, place) for place, arg in enumerate(args, start=1)]
    engine = Engine(mesh)
    outputs = engine.run(fn, list(zip(*columns, strict=True)) or [()] * mesh.size)
    return Result(outputs, mesh, engine.traffic)


def _check(fn, mesh, args):
    if not isinstance(mesh, Mesh):
        raise ShardError(
            f"run: the second argument is the mesh, for example Mesh(tp=4); it was {mesh!r}."
        )
    if not callable(fn):
        raise ShardError(f"run: the first argument is a function fn(dev, …); it was {fn!r}.")
    name = getattr(fn, "__name__", "the function")
    if inspect.isgeneratorfunction(fn) or inspect.iscoroutinefunction(fn):
        raise ShardError(
            f"run: {name} is a generator or async function, which would not run through; "
            "write a plain function with `return`."
        )
    try:
        inspect.signature(fn).bind(None, *args)
    except TypeError as error:
        raise ShardError(
            f"run: {name} can't take the device and {len(args)} more arguments ({error}); "
            f"it is called as {name}(dev, …) with what stands after the mesh."
        ) from None
    except ValueError:  # some built-in functions tell nothing of their arguments
        pass


def _for_each_device(arg, mesh, place):
    """The values of one argument, by device; no two of them share memory."""
    if isinstance(arg, Cut):
        arg = arg.on(mesh.size)
    if isinstance(arg, list | tuple) and any(isinstance(each, Cut | Shards) for each in arg):
        raise ShardError(
            f"run: argument {place} is a {type(arg).__name__} with shards in it; "
            "give shards as arguments of their own."
        )
    if not isinstance(arg, Shards):
        try:
            return [deepcopy(arg) for _ in range(mesh.size)]
        except Exception as error:
            raise ShardError(
                f"run: argument {place}, a {type(arg).__name__}, can't be copied for each device "
                f"({error}); devices share nothing, so give them arrays, numbers or lists."
            ) from None
    if len(arg) != mesh.size:
        raise ShardError(
            f"run: argument {place} was cut for {len(arg)} devices, but {mesh} has {mesh.size}; "
            "cut it with n of that size, or leave n away."
        )
    return [piece.copy() for piece in arg]


class Engine:
    """The devices of one run: who is ready, who waits for what, which messages are under way."""

    def __init__(self, mesh):
        self.mesh = mesh
        self.traffic = Traffic(mesh.size)
        self._ready = deque()  # (rank, what it waited for)
        self._waiting = {}  # rank -> the Call or Receive that it waits in
        self._meetings = defaultdict(dict)  # ranks of a group -> the calls that have arrived
        self._mail = defaultdict(deque)  # (from, to) -> messages that nobody has received yet
        self._failure = None  # (rank, error): the first thing that went wrong
        self._over = False

    # -- the run ------------------------------------------------------------------------------

    def run(self, fn, arguments):
        __tracebackhide__ = True
        self._hub = getcurrent()
        outputs = {}

        def device(rank):
            __tracebackhide__ = True
            outputs[rank] = fn(Device(self, self.mesh, rank), *arguments[rank])

        self._devices = [greenlet(device) for _ in range(self.mesh.size)]
        for rank, each in enumerate(self._devices):
            each.gr_context = contextvars.copy_context()  # or np.errstate would be lost
            self._ready.append((rank, rank))
        try:
            self._until_all_are_done()
            for rank in set(range(self.mesh.size)).difference(outputs):
                raise ShardError(f"Rank {rank} ended without returning from its function.")
            return [outputs[rank] for rank in range(self.mesh.size)]
        except ShardError as error:  # it ends at the line that called the library
            raise error.with_traceback(without_library(error.__traceback__))  # noqa: B904
        finally:
            self._stop()

    def _until_all_are_done(self):
        __tracebackhide__ = True
        while self._ready:
            rank, value = self._ready.popleft()
            try:
                self._devices[rank].switch(value)
            except Exception as error:
                if self._failure:  # what its own handlers raised on top says less
                    raise self._failure[1] from None
                if not isinstance(error, ShardError):
                    error.add_note(f"raised on rank {rank} of {self.mesh}")
                raise
            if not self._failure and not self._ready and self._waiting:
                ended = [rank for rank, each in enumerate(self._devices) if each.dead]
                rank, words = explain.deadlock(self.mesh, self._waiting, ended, self._unread())
                self._failure = rank, Deadlock(words)
            if self._failure:
                rank, error = self._failure
                with suppress(Exception):
                    self._devices[rank].throw(error)
                raise error from None  # also if the device caught it: there is no result
        if unread := self._unread():
            raise ShardError(explain.unread(unread))

    def _unread(self):
        return {pair: mail for pair, mail in self._mail.items() if mail}

    def _stop(self):
        """End the devices that still wait: run their `finally` blocks, and let them go."""
        self._over = True
        for each in self._devices:
            with suppress(BaseException):
                if each:
                    each.throw(GreenletExit)

    def _fail(self, rank, error):
        """Raise `error` inside the code of device `rank`, whether it waits or runs just now."""
        self._failure = rank, error
        if self._devices[rank] is getcurrent():
            raise error
        self._hub.switch()

    def _wait(self, rank, reason):
        self._waiting[rank] = reason
        return self._hub.switch()

    def _resume(self, rank, value):
        del self._waiting[rank]
        self._ready.append((rank, value))

    # -- what devices ask for -----------------------------------------------------------------

    def send(self, rank, group, dst, x):
        """Put a copy of x into the mail from `rank` to place `dst` of `group`."""
        self._may_ask(rank)
        to = group.ranks[dst]
        chain = self.traffic.send(rank, to, x.nbytes)
        message = Message(np.array(x), group, dst, chain, where())
        waiting = self._waiting.get(to)
        if isinstance(waiting, Receive) and waiting.sender == rank:
            self._resume(to, message)
        else:
            self._mail[rank, to].append(message)

    def recv(self, rank, group, src, like):
        """The next array in the mail from place `src` of `group` to `rank`."""
        self._may_ask(rank)
        receive = Receive(group, src, like, where())
        mail = self._mail[receive.sender, rank]
        message = mail.popleft() if mail else self._wait(rank, receive)
        self.traffic.receive(rank, message.chain)
        if message.x.shape != like.shape or message.x.dtype != like.dtype:
            self._fail(rank, ShardError(explain.wrong_message(rank, receive, message)))
        return message.x

    def meet(self, rank, call):
        """Bring `call` to the meeting of its group; the last to arrive plays the collective."""
        self._may_ask(rank)
        ranks = call.group.ranks
        meeting = self._meetings[ranks]
        meeting[rank] = call
        if len(meeting) < len(ranks):
            return self._wait(rank, call)
        del self._meetings[ranks]
        calls = [meeting[member] for member in ranks]
        if mismatch := explain.mismatch(ranks, calls):
            odd_one_out, message = mismatch
            self._fail(odd_one_out, CollectiveMismatch(message))
        taken_home = collectives.outcome(calls)
        self.traffic.collective(call.operation, ranks, collectives.messages(calls))
        for member, value in zip(ranks, taken_home, strict=True):
            if member != rank:
                self._resume(member, value)
        return taken_home[call.group.rank]

    def _may_ask(self, rank):
        """Only the code of a device may use it, and only while its run is on."""
        if self._devices[rank] is not getcurrent():
            raise ShardError(
                f"This is rank {rank} of {self.mesh} in another run, on another device or in "
                "another thread; use the `dev` that your function was called with, while it runs."
            )
        if self._failure or self._over:
            self._hub.switch()  # for good: no loop that catches errors can keep a failed run up
