"""A simulated clock for each device, and the timeline that the clocks leave behind.

f operations take f/flops seconds. A message of n bytes takes α + nβ: its sender hands it to its
port and goes on, its receiver waits until it is there, and a port carries one message at a time in
each direction. A message to oneself costs as much as any. A collective starts when its last device
comes, and takes all of them the time of its algorithm.
"""

from bisect import bisect_right
from typing import NamedTuple

from shardlab.words import count, duration


class Span(NamedTuple):
    """What a device did from `start` to `end`: what it computed, or what it waited in.

    `kind` is "compute", "receive" (waiting for a message), "wait" (for the others of a collective)
    or "communicate" (in a collective).
    """

    device: int
    what: str
    kind: str
    start: float
    end: float


class RunTimeline:
    """The course of a run on the simulated clock, in seconds.

    length          when the last device was done
    slots           Span(device, what, kind, start, end), in the order of their starts; between
                    them a device has nothing to do
    busy[rank]      time in which a device computes
    idle_fraction   share of all devices' time in which they do not compute
    """

    def __init__(self, size, length, slots):
        self.devices, self.length = size, length
        self.slots = sorted(slots, key=lambda slot: (slot.start, slot.device))
        self.busy = [0.0] * size
        for slot in self.slots:
            if slot.kind == "compute":
                self.busy[slot.device] += slot.end - slot.start

    @property
    def idle_fraction(self):
        total = self.devices * self.length
        return (total - sum(self.busy)) / total if total else 0.0

    def __repr__(self):
        return (
            f"RunTimeline({count(self.devices, 'device')}, length {duration(self.length)}, "
            f"computing {1 - self.idle_fraction:.1%} of the time)"
        )


class _Port:
    """When a device received: messages come in as they arrive, in whatever order it takes them."""

    def __init__(self):
        self._starts, self._ends = [], []

    def take(self, arrival, seconds):
        """When a message is there that takes `seconds` and could be there at `arrival`."""
        start, least = arrival - seconds, seconds * 1e-9  # an overlap by rounding is none
        place = bisect_right(self._ends, start + least)
        while place < len(self._starts) and self._starts[place] < start + seconds - least:
            start = self._ends[place]
            place += 1
        self._starts.insert(place, start)
        self._ends.insert(place, start + seconds)
        return max(arrival, start + seconds)


class Clock:
    """The clocks of all devices while they run."""

    def __init__(self, size, hardware):
        self._hardware = hardware
        self.now = [0.0] * size
        self._out = [0.0] * size  # when each device's port is free again, to send
        self._in = [_Port() for _ in range(size)]  # when it was busy receiving
        self._ports_in_use = False
        self._spans = []
        self._meetings = []  # (operation, ranks, when each came, when it began, when it ended)

    def compute(self, rank, flops, what):
        start = self.now[rank]
        self.now[rank] = start + flops / self._hardware.flops
        self._spans.append(Span(rank, what, "compute", start, self.now[rank]))

    def send(self, src, nbytes):
        """Hand a message to the port of `src`; returns when its last byte can be there."""
        self._ports_in_use = True
        start = max(self.now[src], self._out[src])
        self._out[src] = start + self._seconds(1, nbytes)
        return self._out[src]

    def receive(self, dst, nbytes, arrival):
        """Wait on `dst` for a message that can be there at `arrival`, if its port was free."""
        there = self._in[dst].take(arrival, self._seconds(1, nbytes))
        if there > self.now[dst]:
            self._spans.append(Span(dst, "recv", "receive", self.now[dst], there))
            self.now[dst] = there

    def collective(self, operation, ranks, charge):
        now = self.now
        came = [now[rank] for rank in ranks]
        start = max(came)
        if self._ports_in_use and charge.startups:
            start = max(start, *(self._out[rank] for rank in ranks))
        end = start + self._seconds(charge.startups, charge.port_bytes)
        for rank in ranks:
            now[rank] = end
        self._meetings.append((operation, ranks, came, start, end))

    def _seconds(self, startups, nbytes):
        return startups * self._hardware.alpha + nbytes * self._hardware.beta

    def timeline(self):
        slots = list(self._spans)
        for operation, ranks, came, start, end in self._meetings:
            for rank, since in zip(ranks, came, strict=True):
                if start > since:
                    slots.append(Span(rank, operation, "wait", since, start))
                if end > start:
                    slots.append(Span(rank, operation, "communicate", start, end))
        return RunTimeline(len(self.now), max(self.now), slots)
