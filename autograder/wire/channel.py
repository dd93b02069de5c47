"""Frames over a socket, with an end to waiting."""

from __future__ import annotations

import socket
import time

from . import DATA, HEAD, TABLE, Received, Sent, WireError, pack, unpack
from .values import OBJECTS


class Closed(Exception):
    """The other side is gone."""


class Overtime(Exception):
    """The time is up."""


class Channel:
    """One end of a socket. `deadline` is of time.monotonic; None: wait for ever."""

    def __init__(self, sock: socket.socket, objects=tuple(OBJECTS)):
        self.sock = sock
        self.objects = objects  # names of the values of shardlab that may be sent
        self.size = 0  # bytes of the last frame that came
        self.keep = self.find = None  # of objects that stay on their side: see `pack`

    def send(self, value, answers=None, functions=None, deadline=None) -> Sent:
        """Raises NotPlain, before anything is sent, if the value can't cross."""
        parts, sent = pack(value, answers, functions, self.objects, self.keep)
        try:
            self._wait_until(deadline)
            self.sock.sendall(b"".join(parts))
        except TimeoutError:
            self._overtime(deadline)
            raise  # a test's own alarm
        except OSError:
            raise Closed from None
        return sent

    def check(self, value) -> None:
        """Raises NotPlain if the value can't cross."""
        pack(value, objects=self.objects, keep=self.keep)

    def receive(self, asked=None, function=None, objects=(), deadline=None) -> Received:
        head, data = HEAD.unpack(self._read(HEAD.size, deadline))
        if head > TABLE or data > DATA:
            raise WireError("a frame too large")
        self.size = head + data
        table = self._read(head, deadline)
        data = self._read(data, deadline)
        return unpack(table, data, asked, function, objects, self.find)

    def _read(self, size: int, deadline) -> bytearray:
        # memory is taken as the bytes come, not as they were announced
        got = bytearray()
        try:
            while len(got) < size:
                self._wait_until(deadline)
                part = self.sock.recv(min(size - len(got), 1 << 20))
                if not part:
                    raise Closed
                got += part
        except TimeoutError:
            self._overtime(deadline)
            raise  # a test's own alarm
        except OSError:
            raise Closed from None
        return got

    @staticmethod
    def _overtime(deadline):
        if deadline is not None and time.monotonic() >= deadline - 0.001:
            raise Overtime from None

    def _wait_until(self, deadline):
        if deadline is None:
            self.sock.settimeout(None)
            return
        left = deadline - time.monotonic()
        if left <= 0:
            raise TimeoutError
        self.sock.settimeout(left)

    def close(self):
        self.sock.close()
