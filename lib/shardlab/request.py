"""What a device asks of its engine, as plain data: to carry to another process, or to keep."""

from typing import NamedTuple

from shardlab.calls import Call
from shardlab.tracebacks import where


class Request(NamedTuple):
    """`kind` is the engine's method; `axes` names the group; `line` is whose code asked, where."""

    kind: str
    axes: tuple
    arguments: tuple
    line: tuple


def answer(request, engine, dev):
    """Ask it of an engine on behalf of `dev`; returns what the engine does."""
    kind, axes, arguments, line = request
    group = dev[axes] if axes else dev
    match kind:
        case "send" | "recv":
            return getattr(engine, kind)(group, *arguments, line)
        case "meet":
            return engine.meet(Call(group, *arguments, line))
        case _:
            return getattr(engine, kind)(dev.global_rank, *arguments)


class Asks:
    """An engine that turns what its device asks into a `Request`, and hands that to `ask`."""

    def __init__(self, ask, hardware):
        self._ask = ask
        self.hardware = hardware

    def send(self, group, x, dst):
        return self._ask(Request("send", group.axes, (x, dst), where()))

    def recv(self, group, src, like):
        return self._ask(Request("recv", group.axes, (src, like), where()))

    def meet(self, call):
        return self._ask(Request("meet", call.group.axes, (call.value, call.terms), where()))

    def compute(self, rank, flops, what):
        return self._ask(Request("compute", (), (flops, what), None))

    def hold(self, rank, name, change):
        return self._ask(Request("hold", (), (name, change), None))
