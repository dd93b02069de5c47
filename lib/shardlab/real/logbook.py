"""What each real rank asked for, kept as plain data, and asked again of the emulator.

A log holds every request of a rank with the shapes of its arrays instead of their contents. So what
a run on real ranks sent and held is accounted by the same rules as an emulated one, and what each
rank waited for is known, even of a process that was killed.
"""

import pickle
from contextlib import contextmanager
from typing import NamedTuple

import numpy as np

from shardlab.engine import Engine
from shardlab.request import Request, answer

ANSWERED, RETURNED = "answered", "returned"


class Form(NamedTuple):
    """An array's shape and dtype, without its contents."""

    shape: tuple
    dtype: np.dtype


def form(value):
    """`value` with a `Form` in place of each array."""
    if isinstance(value, np.ndarray | np.generic):
        return Form(value.shape, value.dtype)
    return [form(each) for each in value] if isinstance(value, list) else value


def stand_in(value):
    """`value` with an array of zeros, which takes no memory, in place of each `Form`."""
    if isinstance(value, Form):
        return np.broadcast_to(np.zeros((), value.dtype), value.shape)
    return [stand_in(each) for each in value] if isinstance(value, list) else value


class Log:
    """What one rank asked for, in `requests`, and in a file if it has a path."""

    def __init__(self, path=None):
        self.requests = []
        self._file = open(path, "wb", buffering=0) if path else None

    def note(self, kind, axes, arguments, line=None):
        request = Request(kind, axes, tuple(form(each) for each in arguments), line)
        self.requests.append(request)
        self._write(request)

    @contextmanager
    def waiting(self, *request):
        """Note a request, and when it is answered."""
        self.note(*request)
        yield
        self._write(ANSWERED)

    def returned(self):
        self._write(RETURNED)

    def _write(self, entry):
        if self._file:  # without a buffer, so that it is there when the process is gone
            self._file.write(pickle.dumps(entry))


class Logged(NamedTuple):
    """The log of a rank as its file tells it; does it wait for an answer, has it returned?"""

    requests: list
    waits: bool
    returned: bool


def read(path):
    """The log in a file, which may end in the middle of an entry, or not exist."""
    requests, last = [], None
    try:
        with open(path, "rb") as file:
            while True:
                last = pickle.load(file)
                if isinstance(last, Request):
                    requests.append(last)
    except (OSError, EOFError, pickle.UnpicklingError):
        pass
    waits = isinstance(last, Request) and last.kind in ("recv", "meet")
    return Logged(requests, waits, last == RETURNED)


def replay(mesh, logs, hardware, algorithm):
    """An emulator that has been asked all that `logs[rank]` lists; raises what it raises."""
    engine = Engine(mesh, hardware, algorithm)

    def ask_again(dev):
        for request in logs[dev.rank]:
            arguments = tuple(stand_in(each) for each in request.arguments)
            answer(request._replace(arguments=arguments), engine, dev)

    engine.run(ask_again, [()] * mesh.size)
    return engine
