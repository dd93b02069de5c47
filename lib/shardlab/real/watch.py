"""Waits for the ranks of a job, passes on what they print, and says how they ended.

The first failure counts: what other ranks meet afterwards is its consequence.
"""

import pickle
import sys
import time

from shardlab import explain
from shardlab.calls import Call, Receive
from shardlab.device import Group
from shardlab.errors import CollectiveMismatch, Deadlock, ShardError, TimedOut
from shardlab.hardware import ROUND
from shardlab.processes import ended
from shardlab.real import logbook

_TICK = 0.02  # seconds between two looks
_GRACE = 0.3  # seconds for an earlier failure of another rank to come in
_STILL = 0.5  # seconds without a request, after which to ask whether any rank can go on


def outputs(processes, folder, mesh, timeout):
    """What the function returned, by rank; raises what the first rank to fail raised.

    `processes` are those of `launch`; they are ended in any case.
    """
    prints = [_Forward(folder / "stdout", "stdout"), _Forward(folder / "stderr", "stderr")]
    outcomes, failed, until = {}, False, time.monotonic() + timeout
    requests, deadlock = _Requests(folder, mesh), None

    def look():
        """Have all of them ended?"""
        over = processes.over()  # first: then what they left is there
        for rank in set(range(mesh.size)).difference(outcomes):
            path = folder / f"outcome-{rank}"
            if path.exists():
                outcomes[rank] = _Outcome(path)
        for each in prints:
            each.forward()
        return over

    def good():
        return sum(outcome.kind == "output" for outcome in outcomes.values())

    try:
        while True:
            over = look()
            if good() == mesh.size or time.monotonic() > until:
                break
            if over or good() < len(outcomes) or not outcomes.keys() >= processes.exits.keys():
                failed = True
                time.sleep(_GRACE)
                look()
                break
            if deadlock := requests.deadlock():
                break
            time.sleep(_TICK)
    finally:
        processes.end(good() == mesh.size)
        for each in prints:
            each.forward()
    if failed:
        raise _first_failure(outcomes, processes.exits, folder, mesh)
    if good() < mesh.size:
        raise deadlock or _late(requests.logs(), mesh, timeout)
    return [outcomes[rank].value for rank in range(mesh.size)]


class _Outcome:
    def __init__(self, path):
        self.when, self.kind, self.value = pickle.loads(path.read_bytes())


class _Forward:
    """Passes what is written to a file, by whole lines, on to a stream of this process."""

    def __init__(self, path, stream):
        self._path, self._stream = path, stream
        self._done = 0

    def forward(self):
        if not self._path.exists():
            return
        with open(self._path, "rb") as file:
            file.seek(self._done)
            lines, end, _ = file.read().rpartition(b"\n")
        if end:
            self._done += len(lines) + 1
            getattr(sys, self._stream).write(lines.decode(errors="replace") + "\n")


def _first_failure(outcomes, exits, folder, mesh):
    """The error of the rank that failed first, a lost connection after all others."""
    failures = [
        (outcome.kind == "lost", outcome.when, rank, outcome.value)
        for rank, outcome in outcomes.items()
        if outcome.kind != "output"
    ]
    for rank, (when, code) in exits.items():
        if rank not in outcomes:
            failures.append((False, when, rank, ended(rank, code)))
    if not failures:
        said = folder / "mpiexec"
        words = said.read_text(errors="replace").strip()[-2000:] if said.exists() else ""
        return ShardError(f"The ranks of {mesh} could not be started. {words}".rstrip())
    *_, rank, error = min(failures, key=lambda failure: failure[:3])
    if not isinstance(error, CollectiveMismatch):  # which names all ranks itself
        error.add_note(f"raised on rank {rank} of {mesh}")
    return error


class _Requests:
    """What the ranks have asked for so far, as their logs tell it."""

    def __init__(self, folder, mesh):
        self._paths = [folder / f"log-{rank}" for rank in range(mesh.size)]
        self._mesh = mesh
        self._sizes, self._since, self._asked = None, 0.0, False

    def logs(self):
        return [logbook.read(path) for path in self._paths]

    def deadlock(self):
        """The Deadlock, if every rank waits and the emulator, asked the same, can't go on either.

        A message on its way is in the sender's log, so no slow rank is taken for a stuck one.
        """
        sizes = self._now()
        if sizes != self._sizes:
            self._sizes, self._since, self._asked = sizes, time.monotonic(), False
        if self._asked or time.monotonic() - self._since < _STILL:
            return None
        self._asked = True
        logs = self.logs()
        if self._now() != sizes or not all(log.waits or log.returned for log in logs):
            return None
        try:
            logbook.replay(self._mesh, [log.requests for log in logs], ROUND, "ring")
        except Deadlock as error:
            return error
        except ShardError:  # which the ranks are about to find out themselves
            pass
        return None

    def _now(self):
        return [path.stat().st_size if path.exists() else 0 for path in self._paths]


def _late(logs, mesh, timeout):
    """The ranks did not return in time."""
    rows = [_doing(rank, log, mesh) for rank, log in enumerate(logs)]
    return TimedOut(
        f"The ranks of {mesh} have not all returned after {timeout:g} seconds:\n"
        f"{explain.table(rows)}\nIf they only need longer, give timeout= more seconds."
    )


def _doing(rank, log, mesh):
    """(rank, what it does, the line of code)"""
    asked = [request for request in log.requests if request.line]
    if log.returned or not asked:
        return rank, "has returned" if log.returned else "runs", None
    last = asked[-1]
    group = Group(None, mesh, rank, last.axes)
    first, second = map(logbook.stand_in, last.arguments)
    call = Call(group, first, second) if last.kind == "meet" else None
    if log.waits:
        return rank, str(call or Receive(group, first, second)), last.line
    return rank, f"runs, after {call.operation if call else last.kind}", last.line
