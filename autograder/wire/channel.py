"""Frames over a socket, with an end to waiting."""

from __future__ import annotations

import contextlib
import socket
import time

from . import DATA, HEAD, TABLE, Received, Sent, WireError, pack, unpack
from .values import OBJECTS


class Closed(Exception):
    """The other side is gone."""


class Overtime(Exception):
    """The time is up."""


@contextlib.contextmanager
def _in_time(deadline):
    """What the socket raises, in the channel's terms."""
    try:
        yield
    except TimeoutError:
        if deadline is not None and time.monotonic() >= deadline - 0.001:
            raise Overtime from None
        raise  # a test's own alarm
    except OSError:
        raise Closed from None


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
        with _in_time(deadline):
            self._wait_until(deadline)
            self.sock.sendall(b"".join(parts))
        return sent

    def hand_over(self) -> Channel:
        """Send a socket after a message, for whoever is to serve there; our end of it."""
        ours, theirs = socket.socketpair()
        with theirs:
            socket.send_fds(self.sock, [b"x"], [theirs.fileno()])
        return Channel(ours)

    def take_over(self) -> int:
        """The descriptor of the socket that was handed over."""
        _, (fd,), _, _ = socket.recv_fds(self.sock, 1, 1)
        return fd

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
        with _in_time(deadline):
            while len(got) < size:
                self._wait_until(deadline)
                part = self.sock.recv(min(size - len(got), 1 << 20))
                if not part:
                    raise Closed
                got += part
        return got

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
