"""A simulated clock for each device, and the timeline that the clocks leave behind.

f operations take f/flops seconds. A message of n bytes takes α + nβ: its sender hands it to its
port and goes on, its receiver waits until it is there, and a port carries one message at a time in
each direction. A collective starts when its last device comes, and takes all of them the time of
its algorithm.
"""

from typing import NamedTuple

from shardlab.hardware import duration


class Span(NamedTuple):
    """What a device did from `start` to `end`: what it computed, or what it waited in."""

    device: int
    what: str
    start: float
    end: float
    computes: bool


class RunTimeline:
    """The course of a run on the simulated clock, in seconds.

    length          when the last device was done
    slots           Span(device, what, start, end, computes), in the order of their starts; what
                    lies between them is idle
    busy[rank]      time in which a device computes
    idle_fraction   share of all devices' time in which they don't: they wait or communicate
    """

    def __init__(self, size, length, slots):
        self.devices, self.length = size, length
        self.slots = sorted(slots, key=lambda slot: (slot.start, slot.device))
        self.busy = [0.0] * size
        for slot in self.slots:
            self.busy[slot.device] += (slot.end - slot.start) * slot.computes

    @property
    def idle_fraction(self):
        total = self.devices * self.length
        return (total - sum(self.busy)) / total if total else 0.0

    def __repr__(self):
        return (
            f"RunTimeline({self.devices} devices, length {duration(self.length)}, computing "
            f"{1 - self.idle_fraction:.1%} of the time)"
        )


class Clock:
    """The clocks of all devices while they run."""

    def __init__(self, size, hardware):
        self._hardware = hardware
        self.now = [0.0] * size
        self._out = [0.0] * size  # when each device's port is free again, to send
        self._in = [0.0] * size  # … to receive
        self._ports_in_use = False
        self._spans = []
        self._meetings = []  # (operation, ranks, when each came, when it began, when it ended)

    def compute(self, rank, flops, what):
        start = self.now[rank]
        self.now[rank] = start + flops / self._hardware.flops
        self._spans.append(Span(rank, what, start, self.now[rank], True))

    def send(self, src, nbytes):
        """Hand a message to the port of `src`; returns when its last byte can be there."""
        self._ports_in_use = True
        start = max(self.now[src], self._out[src])
        self._out[src] = start + self._seconds(1, nbytes)
        return self._out[src]

    def receive(self, dst, nbytes, arrival):
        """Wait on `dst` for a message that can be there at `arrival`, and after those before it."""
        self._in[dst] = max(arrival, self._in[dst] + self._seconds(1, nbytes))
        if self._in[dst] > self.now[dst]:
            self._spans.append(Span(dst, "recv", self.now[dst], self._in[dst], False))
            self.now[dst] = self._in[dst]

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
                    slots.append(Span(rank, f"wait for {operation}", since, start, False))
                if end > start:
                    slots.append(Span(rank, operation, start, end, False))
        return RunTimeline(len(self.now), max(self.now), slots)
