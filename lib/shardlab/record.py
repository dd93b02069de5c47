"""What a run did: who sent how many bytes to whom, in how many steps."""

from collections import Counter
from dataclasses import dataclass

import numpy as np

from shardlab.calls import describe


class Traffic:
    """The messages of a run: send is counted as sent, a collective is charged as a ring.

    bytes_between[i, j]   bytes that device i sent to device j
    bytes_sent[i]         … to anybody; bytes_received[i] from anybody
    messages_sent[i]      how many messages those were
    bytes_by_operation    bytes that all devices sent, by operation
    steps                 rounds: the longest chain of messages in which each waits for the one
                          before (a ring all-reduce on N devices: 2(N − 1))
    calls                 collectives by name, one for each time that a group met
    """

    def __init__(self, size):
        self.bytes_between = np.zeros((size, size), dtype=np.int64)
        self.messages_between = np.zeros((size, size), dtype=np.int64)
        self.bytes_by_operation = Counter()
        self.calls = Counter()
        self._clock = [0] * size  # the longest chain that has reached each device

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
        return max(self._clock)

    def send(self, src, dst, nbytes):
        """Count a message; returns the length of the chain that it ends."""
        self.bytes_between[src, dst] += nbytes
        self.messages_between[src, dst] += 1
        self.bytes_by_operation["send"] += nbytes
        return self._clock[src] + 1

    def receive(self, dst, chain):
        """A message that ends a chain of this length has reached `dst`."""
        self._clock[dst] = max(self._clock[dst], chain)

    def collective(self, operation, group, messages):
        """Count the `Messages` of a collective on the ranks of `group`."""
        self.calls[operation] += 1
        ranks = np.asarray(group)
        src, dst = ranks[messages.src], ranks[messages.dst]
        self.bytes_between[src, dst] += messages.nbytes
        self.messages_between[src, dst] += messages.count
        self.bytes_by_operation[operation] += int(messages.nbytes.sum())
        end = max(self._clock[rank] for rank in group) + messages.rounds
        for rank in group:
            self._clock[rank] = end

    def __repr__(self):
        if not self.bytes_between.any() and not self.calls:
            return "Traffic(nothing sent)"
        sent = ", ".join(f"{nbytes:,}" for nbytes in self.bytes_sent)
        calls = ", ".join(f"{name} × {count}" for name, count in self.calls.items())
        return f"Traffic(bytes sent by device: {sent}; steps: {self.steps}; calls: {calls or '-'})"


@dataclass
class Result:
    """What `run` brings back: `outputs[rank]` is what the function returned on that device."""

    outputs: list
    mesh: object
    traffic: Traffic

    def __repr__(self):
        lines = [f"Result on {self.mesh}: {self.traffic}"]
        for rank, output in enumerate(self.outputs):
            array = isinstance(output, np.ndarray | np.generic)
            lines.append(f"  device {rank}: {describe(output) if array else said(output)}")
        return "\n".join(lines)


def said(value, how=repr):
    """What `value` says of itself; if that fails, as in a class of the learner's, what it is."""
    try:
        return how(value)
    except Exception:
        return f"<a {type(value).__name__} that can't be printed>"
