"""Each device of a run in a process of its own, so that only messages pass between them.

The engine stays in this process and runs one greenlet for each device, which serves the device's
process: it takes a request from the pipe, asks it of the engine, and sends back the answer.
"""

import multiprocessing
import os
import signal
import sys
import threading
from contextlib import suppress

from shardlab import explain
from shardlab.device import Device
from shardlab.errors import ShardError
from shardlab.outside import Outside
from shardlab.processes import ended, portable, returned
from shardlab.request import Asks, answer


def isolated(fn, engine):
    """A function for the engine to run on each device: it has `fn` run in a process of its own.

    Raises ShardError where a process changed what `fn` takes from outside: a global or a closure.
    """
    if "fork" not in multiprocessing.get_all_start_methods():
        raise ShardError(
            "run: isolate=True needs a system that can fork a process, which this one can't; "
            "leave it away, or use Linux, macOS or WSL."
        )
    if multiprocessing.current_process().daemon:
        raise ShardError(
            "run: isolate=True is not to be had inside a device that has a process of its own; "
            "leave it away there."
        )
    processes = {}  # rank -> _Process

    def serve(dev, *args):
        process = processes[dev.rank] = _Process(fn, dev, args, engine.hardware)
        try:
            return process.serve(engine, dev)
        except Exception:
            if smuggled := _find_out(processes):
                engine.blame(dev.rank, smuggled)
            raise
        finally:
            process.end()

    return serve


def _find_out(processes):
    """Has a device that still runs changed something outside? Then that is what went wrong."""
    for rank, process in processes.items():
        if changes := process.changes():
            return ShardError(smuggled(rank, changes))
    return None


def smuggled(rank, names):
    """What to say of a device that changed what its function takes from outside."""
    shown = ", ".join(names[:3]) + (" and more" if len(names) > 3 else "")
    return (
        f"Rank {rank} changed {shown}, which the function takes from outside. Devices share "
        "nothing: in a process of its own, no other rank sees that change. Send it as a message, "
        "for example with dev.send or dev.broadcast, or return it."
    )


class _Process:
    """The process of one device, seen from the engine's."""

    def __init__(self, fn, dev, args, hardware):
        context = multiprocessing.get_context("fork")
        self._pipe, theirs = context.Pipe()
        self._process = context.Process(
            target=_work, args=(theirs, fn, dev.mesh, dev.rank, args, hardware), daemon=True
        )
        sys.stdout.flush()
        self._process.start()
        theirs.close()
        self._waits = False  # for an answer

    def serve(self, engine, dev):
        """Answer its requests until it returns."""
        while True:
            kind, *rest = self._receive(dev.rank)
            if kind == "ask":
                self._waits = True
                try:
                    reply = "value", answer(rest[0], engine, dev)
                except ShardError as error:  # to be raised at the line that asked
                    reply = "error", error
                self._waits = False
                self._pipe.send(reply)
            elif kind == "print":
                sys.stdout.write(rest[0])
            else:
                output, error, changes = rest
                if changes:
                    raise ShardError(smuggled(dev.rank, changes))
                if error is not None:
                    raise error
                return output

    def _receive(self, rank):
        try:
            return self._pipe.recv()
        except (EOFError, OSError):
            self._process.join(1)
            raise ended(rank, self._process.exitcode) from None
        except Exception as reason:
            raise ShardError(
                f"What rank {rank} returned or sent can't be made anew outside its process "
                f"({reason}); use arrays, numbers or lists."
            ) from None

    def changes(self):
        """What the process changed outside, if it waits for an answer and so can tell."""
        if not self._waits:
            return []
        with suppress(EOFError, OSError):
            self._pipe.send(("changes?", None))
            return self._pipe.recv()[1]
        return []

    def end(self):
        self._pipe.close()
        self._process.kill()
        self._process.join()


# -- in the process of a device ------------------------------------------------------------------


def _work(pipe, fn, mesh, rank, args, hardware):
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the engine's process ends this one
    threading.Thread(target=_end_with_the_engine, daemon=True).start()
    sys.stdout = _Printer(pipe, sys.stdout)
    outside, thread = Outside(fn), threading.get_ident()

    def ask(request):
        if threading.get_ident() != thread:
            raise ShardError(explain.not_yours(mesh, rank, None, None))
        pipe.send(("ask", request))
        while True:
            kind, value = pipe.recv()
            if kind == "changes?":
                pipe.send(("changes", outside.changes()))
            elif kind == "error":
                raise value
            else:
                return value

    output, error, written = None, None, []
    try:
        output = fn(Device(Asks(ask, hardware), mesh, rank), *args)
    except BaseException as failure:
        written = outside.written(failure)
        error = portable(failure, rank)
    try:
        pipe.send(("done", output, error, written or outside.changes()))
    except Exception as reason:
        pipe.send(("done", None, returned(rank, output, reason), []))
    finally:
        os._exit(0)


def _end_with_the_engine():
    """A kernel that is restarted is killed, and ends nobody."""
    multiprocessing.parent_process().join()
    os._exit(1)


class _Printer:
    """What a device's process prints goes to the engine's process."""

    def __init__(self, pipe, stream):
        self._pipe, self._stream = pipe, stream

    def write(self, text):
        self._pipe.send(("print", text))
        return len(text)

    def flush(self):
        pass

    def __getattr__(self, name):
        return getattr(self._stream, name)
