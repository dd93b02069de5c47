"""The untrusted side of one emulated device: a fork of the student's process.

What the device does there is asked of the emulator on the trusted side.
"""

from __future__ import annotations

import contextlib

import numpy as np

from shardlab.device import Device
from shardlab.errors import ShardError
from shardlab.isolation import smuggled
from shardlab.outside import Outside
from shardlab.request import Asks

from .wire.channel import Closed
from .wire.told import made_anew
from .wire.values import DeviceHere


class OneDevice:
    """Serves the calls that one emulated device makes, in a process of its own."""

    def __init__(self, student):
        self.student, self.channel = student, student.channel
        student.shell.listen = self.listen

    def serve(self):
        request = self.student.receive()
        mesh, rank, hardware = request.value
        self.dev = Device(Asks(self.ask, hardware), mesh, rank)
        with contextlib.suppress(Closed):
            while True:
                self.student.left = self.student.limits.output
                request = self.student.receive()
                name, args, kwargs, changes = request.value
                fn = self.student.shell.user_ns.get(name)
                with self.student.rebound(changes):
                    self.call(request, fn, args, kwargs)

    def call(self, request, fn, args, kwargs):
        self.outside = Outside(fn)
        self.student.answer(request, lambda: self._run(fn, args, kwargs), args, kwargs)

    def _run(self, fn, args, kwargs):
        """Call it; what it changed outside is what went wrong, whatever came of that."""
        try:
            value = fn(*map(self._here, args), **kwargs)
        except BaseException as error:
            if changes := self.outside.written(error) or self.outside.changes():
                raise ShardError(smuggled(self.dev.rank, changes)) from None
            raise
        if changes := self.outside.changes():
            raise ShardError(smuggled(self.dev.rank, changes))
        return value

    def ask(self, request):
        kind, axes, arguments, line = request
        if kind == "meet":  # what is known of the value itself need not be told
            value, terms = arguments
            arguments = value, tuple(None if isinstance(t, np.dtype) else t for t in terms)
        self.channel.send(("ask", kind, axes, arguments, line))
        while True:
            kind, *rest = self.student.receive().value
            if kind == "changes?":  # another device failed
                self.channel.send(("changes", self.outside.changes()))
            elif kind == "error":
                raise made_anew(*rest)
            else:
                return rest[0]

    def listen(self, output):
        if output["output_type"] == "stream":
            self.student.say("out", output)

    def _here(self, value):
        if type(value) is DeviceHere:
            return self.dev[value.axes] if value.axes else self.dev
        return value
