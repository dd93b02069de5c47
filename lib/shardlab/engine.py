"""Runs one function on every device of a mesh, in turn, and knows who waits for whom.

Each device is a greenlet. It runs until it has to wait, then another goes on: in the order of
the ranks at first, later in the order in which waits end. So a run takes the same course every
time, and when nobody can go on, that is a deadlock, seen at once.
"""

import contextvars
from collections import defaultdict, deque
from contextlib import suppress

import numpy as np
from greenlet import GreenletExit, getcurrent, greenlet

from shardlab import algorithms, collectives, explain
from shardlab.arguments import by_device, check
from shardlab.calls import Message, Receive
from shardlab.clock import Clock
from shardlab.device import Device
from shardlab.errors import CollectiveMismatch, Deadlock, ShardError
from shardlab.hardware import ROUND
from shardlab.prints import prefixed
from shardlab.record import MemoryRecord, Result, Traffic
from shardlab.tracebacks import where, without_library


def run(fn, mesh, *args, hardware=ROUND, algorithm="ring", isolate=False):
    """Call `fn(dev, *args)` once on each device of `mesh` and bring back a `Result`.

    A `Shards` or `shard(…)` argument gives device i its piece i; anything else is copied for
    each device, so devices share nothing. `result.outputs[rank]` is what fn returned there,
    `result.traffic` what was sent, `result.memory` what was held in `dev.memory`,
    `result.timeline` the course of the run on a simulated clock.

    hardware    how fast a device computes and sends, and how much it holds (`shardlab.hardware`)
    algorithm   by which collectives are charged: "ring" or "tree"
    isolate     run each device in a process of its own, so that what reaches another one otherwise
                than by a message, through a global or a closure, is found out

    Raises what a device raises, at that device's line: a ShardError names every device
    involved (CollectiveMismatch: they call different collectives; Deadlock: all wait;
    OutOfMemory: one holds more than its hardware has).
    """
    __tracebackhide__ = True  # so that IPython goes from the caller's line to fn's
    check("run", fn, mesh, args, hardware, algorithm)
    pieces = by_device(mesh, args)
    engine = Engine(mesh, hardware, algorithm)
    if isolate:
        from shardlab.isolation import isolated  # multiprocessing loads when first needed

        fn = isolated(fn, engine)
    return engine.result(engine.run(fn, pieces))


class Meeting:
    """The devices of a group that have come to a collective."""

    def __init__(self, size):
        self.calls = [None] * size
        self.arrived = 0


class Engine:
    """The devices of one run: who is ready, who waits for what, which messages are under way."""

    def __init__(self, mesh, hardware, algorithm):
        self.mesh = mesh
        self.hardware = hardware
        self.traffic = Traffic(mesh.size, algorithm)
        self.memory = MemoryRecord(mesh.size)
        self.clock = Clock(mesh.size, hardware)
        self._ready = deque()  # (rank, what it waited for)
        self._waiting = {}  # rank -> the Call or Receive that it waits in
        self._meetings = {}  # ranks of a group -> Meeting
        self._mail = defaultdict(deque)  # (from, to) -> messages that nobody has received yet
        self._failure = None  # (rank, error): the first thing that went wrong
        self._starting = True
        self._over = False
        self._raised_on = None

    def result(self, outputs):
        return Result(outputs, self.mesh, self.traffic, self.memory, self.clock)

    # -- the run ------------------------------------------------------------------------------

    def run(self, fn, arguments):
        __tracebackhide__ = True
        self._hub = getcurrent()
        outputs = {}

        def device(rank):
            __tracebackhide__ = True
            try:
                outputs[rank] = fn(Device(self, self.mesh, rank), *arguments[rank])
            except BaseException:
                self._raised_on = rank
                raise

        self._devices = [greenlet(device) for _ in range(self.mesh.size)]
        self._ranks = {each: rank for rank, each in enumerate(self._devices)}
        for each in self._devices:
            each.gr_context = contextvars.copy_context()  # or np.errstate would be lost
        try:
            with prefixed(self._who_runs):
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
        for rank in range(self.mesh.size):
            self._go_on(rank, rank)
        self._starting = False
        while self._ready:
            self._go_on(*self._ready.popleft())
        if self._waiting:
            self._failure = self._deadlock()
            self._raise_failure()
        if unread := self._unread():
            raise ShardError(explain.unread(unread))

    def _go_on(self, rank, value):
        """Run device `rank` until it, or one that it handed over to, ends or has to wait."""
        __tracebackhide__ = True
        try:
            self._devices[rank].switch(value)
        except Exception as error:
            if self._failure:  # what its own handlers raised on top says less
                raise self._failure[1] from None
            error.add_note(f"raised on rank {self._raised_on} of {self.mesh}")
            raise
        if self._failure:
            self._raise_failure()

    def _raise_failure(self):
        __tracebackhide__ = True
        rank, error = self._failure
        with suppress(Exception):
            self._devices[rank].throw(error)
        raise self._failure[1] from None  # also if the device caught it: there is no result

    def _wait(self, rank, reason):
        """Let the others go on; returns what the device waited for."""
        self._waiting[rank] = reason
        if self._starting or not self._ready:
            return self._hub.switch()
        # straight on, which is quicker; but one is started from the hub, or it would inherit how
        # deep the stack is here
        other, value = self._ready.popleft()
        return self._devices[other].switch(value)

    def _deadlock(self):
        """(rank to raise in, error): nobody can go on."""
        ended = [rank for rank, each in enumerate(self._devices) if each.dead]
        self._locate(self._waiting.values())
        past = self.traffic.sequences()
        rank, words = explain.deadlock(self.mesh, self._waiting, ended, self._unread(), past)
        return rank, Deadlock(words)

    def _locate(self, reasons):
        """Find the line at which each of these asked: its device waits there, or runs just now."""
        for reason in reasons:
            if reason.where is None:
                reason.where = where(self._devices[reason.group.global_rank].gr_frame)

    def _unread(self):
        return {pair: mail for pair, mail in self._mail.items() if mail}

    def _stop(self):
        """End the devices that still wait: run their `finally` blocks, and let them go."""
        self._over = True
        for each in self._devices:
            with suppress(BaseException):
                if each:
                    each.throw(GreenletExit)

    def blame(self, rank, error):
        """What went wrong is `error`, whatever came of it."""
        self._failure = rank, error

    def _fail(self, rank, error):
        """Raise `error` inside the code of device `rank`, whether it waits or runs just now."""
        self._failure = rank, error
        if self._devices[rank] is getcurrent():
            raise error
        self._hub.switch()

    # -- what devices ask for -----------------------------------------------------------------

    def send(self, group, x, dst, line=None):
        """Put a copy of x into the mail to place `dst` of `group`."""
        self._may_ask(group.global_rank, group)
        rank, to = group.global_rank, group.ranks[dst]
        chain = self.traffic.send(rank, to, x.nbytes)
        arrival = self.clock.send(rank, x.nbytes)
        message = Message(np.array(x), group, dst, chain, arrival, line or where())
        waiting = self._waiting.get(to)
        if isinstance(waiting, Receive) and waiting.sender == rank:
            del self._waiting[to]
            self._ready.append((to, message))
        else:
            self._mail[rank, to].append(message)

    def recv(self, group, src, like, line=None):
        """The next array in the mail from place `src` of `group`."""
        self._may_ask(group.global_rank, group)
        rank = group.global_rank
        receive = Receive(group, src, like, line)
        mail = self._mail.get((receive.sender, rank))
        if mail:
            message = mail.popleft()
        else:
            message = self._wait(rank, receive)
        self.traffic.receive(rank, message.chain)
        self.clock.receive(rank, message.x.nbytes, message.arrival)
        if message.x.shape != like.shape or message.x.dtype != like.dtype:
            self._locate([receive])
            self._fail(rank, ShardError(explain.wrong_message(rank, receive, message)))
        return message.x

    def meet(self, call):
        """Bring `call` to the meeting of its group; the last to arrive plays the collective."""
        group = call.group
        self._may_ask(group.global_rank, group)
        meeting = group._meeting
        if meeting is None:
            meeting = self._meetings.setdefault(group.ranks, Meeting(group.size))
            group._meeting = meeting
        meeting.calls[group.rank] = call
        meeting.arrived += 1
        if meeting.arrived < group.size:
            return self._wait(group.global_rank, call)
        calls, meeting.calls, meeting.arrived = meeting.calls, [None] * group.size, 0
        if [each.terms for each in calls].count(call.terms) < group.size:
            self._locate(calls)
            if mismatch := explain.mismatch(group.ranks, calls):
                odd_one_out, message = mismatch
                self._fail(odd_one_out, CollectiveMismatch(message))
        taken_home = collectives.outcome(calls)
        charge = algorithms.charge(calls, self.traffic.algorithm)
        self.traffic.collective(call.operation, group, charge)
        self.clock.collective(call.operation, group.ranks, charge)
        waiting, ready = self._waiting, self._ready
        for member in zip(group.ranks, taken_home, strict=True):
            if member[0] != group.global_rank:
                del waiting[member[0]]
                ready.append(member)
        return taken_home[group.rank]

    def compute(self, rank, flops, what):
        self._may_ask(rank)
        self.clock.compute(rank, flops, what)

    def hold(self, rank, name, change):
        self._may_ask(rank)
        self.memory.hold(rank, name, change, self.clock.now[rank])

    def _who_runs(self):
        """The rank whose code runs now, also if it started a run of its own; else None."""
        running = getcurrent()
        while running and running not in self._ranks:
            running = running.parent
        return self._ranks.get(running)

    def _may_ask(self, rank, group=None):
        """Only the code of device `rank` may use it, and only while its run is on."""
        if self._devices[rank] is not getcurrent():
            user = self._ranks.get(getcurrent())
            raise ShardError(explain.not_yours(self.mesh, rank, group, user))
        if self._failure or self._over:
            self._hub.switch()  # for good: no loop that catches errors can keep a failed run up
