"""What a run did: who sent how many bytes to whom, in how many steps; what each device held."""

from collections import Counter, defaultdict
from functools import cached_property
from typing import NamedTuple

import numpy as np

from shardlab.words import describe, said, size


class Traffic:
    """The messages of a run: a send is counted as sent, a collective is charged by `algorithm`.

    bytes_between[i, j]   bytes that device i sent to device j
    bytes_sent[i]         … to anybody; bytes_received[i] from anybody
    messages_between[i, j], messages_sent[i]
                          how many messages those were
    bytes_by_operation    bytes that all devices sent, by operation; messages_by_operation
    steps                 rounds: the longest chain of messages in which each waits for the one
                          before
    calls                 collectives by name, one for each time that a group met
    """

    def __init__(self, size, algorithm="ring"):
        self.algorithm = algorithm
        self.calls = Counter()
        self._size = size
        self._chain = [0] * size  # the longest chain that has reached each device
        self._sent = []  # (round, src, dst, bytes)
        self._charged = []  # (round before, operation, ranks, how code names the group, Charge)

    @cached_property
    def _counted(self):
        """Bytes and messages between devices, and by operation, added up from what was noted."""
        nbytes, messages = np.zeros((2, self._size, self._size), dtype=np.int64)
        bytes_of, messages_of = Counter(), Counter()
        for _, src, dst, n in self._sent:
            nbytes[src, dst] += n
            messages[src, dst] += 1
        if self._sent:
            bytes_of["send"], messages_of["send"] = int(nbytes.sum()), len(self._sent)
        # calls alike have one charge, and a group's ranks are one tuple: told by identity
        alike = Counter()
        seen = {}
        for _, operation, ranks, _, charge in self._charged:
            key = operation, id(ranks), id(charge)
            alike[key] += 1
            seen[key] = ranks, charge
        for key, times in alike.items():
            ranks, charge = seen[key]
            members = np.array(ranks)
            pair = members[charge.src], members[charge.dst]
            nbytes[pair] += times * charge.nbytes
            messages[pair] += times * charge.count
            bytes_of[key[0]] += times * int(charge.nbytes.sum())
            messages_of[key[0]] += times * int(charge.count.sum())
        return nbytes, messages, bytes_of, messages_of

    @property
    def bytes_between(self):
        return self._counted[0]

    @property
    def messages_between(self):
        return self._counted[1]

    @property
    def bytes_by_operation(self):
        return self._counted[2]

    @property
    def messages_by_operation(self):
        return self._counted[3]

    @property
    def bytes_sent(self):
        return self.bytes_between.sum(axis=1)

    @property
    def bytes_received(self):
        return self.bytes_between.sum(axis=0)

    @property
    def messages_sent(self):
        return self.messages_between.sum(axis=1)

    @property
    def steps(self):
        return max(self._chain)

    def rounds(self):
        """The messages of each step: one list of `Sent(operation, src, dst, nbytes)` a step."""
        rounds = defaultdict(list)
        for chain, src, dst, nbytes in self._sent:
            rounds[chain].append(Sent("send", src, dst, nbytes))
        for before, operation, ranks, _, charge in self._charged:
            for step, messages in enumerate(charge.play(), start=before + 1):
                for src, dst, nbytes in zip(*map(np.ndarray.tolist, messages), strict=True):
                    rounds[step].append(Sent(operation, ranks[src], ranks[dst], nbytes))
        return [rounds[step] for step in range(1, 1 + max(rounds, default=0))]

    def send(self, src, dst, nbytes):
        """Note a message; returns the length of the chain that it ends."""
        chain = self._chain[src] + 1
        self._sent.append((chain, src, dst, nbytes))
        return chain

    def receive(self, dst, chain):
        """A message that ends a chain of this length has reached `dst`."""
        self._chain[dst] = max(self._chain[dst], chain)

    def collective(self, operation, group, charge):
        """Note the `Charge` of a collective on a group."""
        self.calls[operation] += 1
        chain = self._chain
        before = max([chain[rank] for rank in group.ranks])
        after = before + charge.rounds
        for rank in group.ranks:
            chain[rank] = after
        self._charged.append((before, operation, group.ranks, group.prefix, charge))

    def sequences(self):
        """The collectives of each rank so far, in order, as its code names them."""
        past = [[] for _ in range(self._size)]
        for _, operation, ranks, prefix, _ in self._charged:
            for rank in ranks:
                past[rank].append(f"{prefix}{operation}")
        return past

    def __repr__(self):
        if not self.bytes_between.any() and not self.calls:
            return "Traffic(nothing sent)"
        sent = ", ".join(f"{nbytes:,}" for nbytes in self.bytes_sent)
        calls = ", ".join(f"{name} × {count}" for name, count in self.calls.items())
        return f"Traffic(bytes sent by device: {sent}; steps: {self.steps}; calls: {calls or '-'})"


class Sent(NamedTuple):
    """One message: in an operation, from a rank to a rank."""

    operation: str
    src: int
    dst: int
    nbytes: int


class Change(NamedTuple):
    """Something came to a device's memory or went: seconds, name, change, bytes held after it."""

    time: float
    name: object
    change: int
    held: int


class MemoryRecord:
    """What each device held in `dev.memory` during a run.

    peak_bytes[rank]    the most bytes at once
    held_bytes[rank]    bytes at the end
    history[rank]       list of Change(time, name, change, held); time on the simulated clock
    """

    def __init__(self, size):
        self.peak_bytes = np.zeros(size, dtype=np.int64)
        self.held_bytes = np.zeros(size, dtype=np.int64)
        self.history = [[] for _ in range(size)]

    def hold(self, rank, name, change, time):
        self.held_bytes[rank] += change
        self.peak_bytes[rank] = max(self.peak_bytes[rank], self.held_bytes[rank])
        self.history[rank].append(Change(time, name, change, int(self.held_bytes[rank])))

    def __repr__(self):
        return f"MemoryRecord(peak by device: {', '.join(size(int(n)) for n in self.peak_bytes)})"


class Result:
    """What `run` brings back.

    outputs[rank]   what the function returned on that device
    traffic         what was sent: bytes, messages, steps
    memory          what each device held in `dev.memory`
    timeline        the course of the run on the simulated clock
    """

    def __init__(self, outputs, mesh, traffic, memory, clock):
        self.outputs = outputs
        self.mesh = mesh
        self.traffic = traffic
        self.memory = memory
        self._clock = clock

    @cached_property
    def timeline(self):
        return self._clock.timeline()

    def __repr__(self):
        lines = [f"Result on {self.mesh}: {self.traffic}"]
        for rank, output in enumerate(self.outputs):
            array = isinstance(output, np.ndarray | np.generic)
            lines.append(f"  device {rank}: {describe(output) if array else said(output)}")
        return "\n".join(lines)
