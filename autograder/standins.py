"""What a test finds under a name that the student was to define: a value, or a stand-in.

A stand-in for a function sends its arguments to the student's process and brings back what came
of them. Called on an emulated device, it has a process of that device's own do so; the emulator,
and what it counts, stays on this side.
"""

from __future__ import annotations

import inspect
import sys
import weakref
from functools import lru_cache

import numpy as np

from shardlab import isolation
from shardlab.calls import TERMS
from shardlab.device import Device, Group
from shardlab.errors import OutOfMemory, ShardError

from .conversation import Gone, Refused, Stop
from .remote import Remote, attribute_of
from .session import Session
from .wire import WireError, pack
from .wire.channel import Channel
from .wire.values import DeviceHere, made_into

MAY_CHANGE = (list, dict, set, np.ndarray)


class Standin:
    """Stands for the student's function of that name."""

    stands_for_a_name = True  # handed to a student's function, it is the function itself

    def __init__(self, name: str, called: str, parameters: list, devices: Devices):
        self._name, self._devices = name, devices
        self.__name__ = self.__qualname__ = called
        self.__module__ = "__main__"
        if signature := _signature(parameters):
            self.__signature__ = signature

    def __call__(self, *args, **kwargs):
        session = self._devices.session
        dev = next((arg for arg in args if isinstance(arg, Group)), None)
        if dev is not None:
            session.check(self._name)
            return self._devices.call(dev, self._name, args, kwargs)
        try:
            value = session.call(self._name, args, kwargs, self._devices.rebound())
        except Exception:
            self._devices.refresh()
            raise
        self._devices.refresh()
        return value

    def __repr__(self):
        return f"<function {self.__name__}>"


class ClassStandin(Standin):
    """Stands for a class of the student's, which the reference defines as one."""

    def __getattr__(self, name):
        return attribute_of(self._devices.session.operate, self._name, name)

    def __instancecheck__(self, value):
        is_one = self._devices.session.operate
        return isinstance(value, Remote) and is_one(value, "is a", (self,), {})


def stand_in(name: str, found: tuple, devices: Devices):
    """(what the name is bound to, or None; why it is not bound, or "")."""
    match found:
        case ("value", value):
            return value, ""
        case ("function", str(called), list(parameters), bool()):
            called = called if called.isidentifier() else name
            kind = ClassStandin if name in devices.session.classes else Standin
            return kind(name, called, parameters, devices), ""
        case ("refused", str(reason)):
            return None, f"{name} is {reason[:300]}."
    return None, f"{name} is not defined."


def _signature(parameters: list) -> inspect.Signature | None:
    try:
        return inspect.Signature(
            [
                inspect.Parameter(
                    name, inspect._ParameterKind[kind], default=None if default else inspect._empty
                )
                for name, kind, default in parameters[:50]
            ]
        )
    except (KeyError, TypeError, ValueError):
        return None


class Devices:
    """The names that tests find, and the processes of emulated devices; those end with a run."""

    def __init__(self, session: Session, space: dict):
        self.session, self.space = session, space
        self.bound: dict = {}  # name -> what it was bound to in the tests' namespace
        self.held: dict = {}  # of those that may change in place: what the student's process holds

    def bind(self, name: str, found: tuple) -> str:
        """Bind a name for the tests; why not, if it can't be."""
        value, why = stand_in(name, found, self)
        if why:
            self.space.pop(name, None)
            self.bound.pop(name, None)
        else:
            self.space[name] = self.bound[name] = value
            if type(value) in MAY_CHANGE:
                self.held[name] = _frame(value)
        return why

    def rebound(self) -> dict:
        """What a test has made of the names since: its student's functions see that, too."""
        changes = {}
        for name, value in self.bound.items():
            if name not in self.space:
                changes[name] = ("gone",)
            elif (now := self.space[name]) is not value:
                changes[name] = ("is", now._name) if isinstance(now, Standin) else ("value", now)
            elif name in self.held and _frame(value) != self.held[name]:
                changes[name] = ("set", value)
        return changes

    def refresh(self) -> None:
        """After a call: lists and the like that the student's code may have changed."""
        names = [name for name in self.held if self.space.get(name) is self.bound.get(name)]
        for name, found in zip(names, self.session.look_again(names), strict=True):
            if found[0] == "value" and type(found[1]) is type(self.bound[name]):
                self.space[name] = self.bound[name] = made_into(self.bound[name], found[1])
                self.held[name] = _frame(self.bound[name])

    def call(self, group: Group, name: str, args: tuple, kwargs: dict):
        """Call the student's function on a device, in the process of that device."""
        engine, rank = group._engine, group.global_rank
        if not hasattr(engine, "processes"):
            engine.processes, channels = {}, []
            engine.channels = channels
            weakref.finalize(engine, _close_all, channels)
        runs: dict[int, _Process] = engine.processes  # rank -> its process
        process = runs.get(rank)
        if process is None:
            process = runs[rank] = _Process(self.session, engine, group.mesh, rank)
            engine.channels.append(process.channel)
        try:
            return process.call(name, args, kwargs, self.rebound())
        except Gone as gone:
            self.session.strike(name, gone)
            raise
        except Exception:
            for other, each in runs.items():
                if changes := each.changes():
                    engine.blame(rank, ShardError(isolation.smuggled(other, changes)))
            raise


def _frame(value) -> bytes:
    return b"".join(pack(value)[0])


def _close_all(channels: list[Channel]) -> None:
    for channel in channels:
        channel.close()


class _Process:
    """The process of one device."""

    def __init__(self, session: Session, engine, mesh, rank: int):
        self.session, self.engine, self.rank = session, engine, rank
        self.dev = Device(engine, mesh, rank)
        self.channel: Channel = session.device()
        self.waits = False  # for an answer of the engine
        self.held: dict = {}  # name -> bytes that it says it holds
        session.send(self.channel, (mesh, rank, engine.hardware))

    def call(self, name: str, args: tuple, kwargs: dict, changes: dict):
        question = name, tuple(map(self._sent, args)), kwargs, changes
        heard, self.session.heard = self.session.heard, _print
        try:
            return self.session.converse(self.channel, question, [], name, self._serve)
        finally:
            self.session.heard = heard

    def changes(self) -> list[str]:
        """What it changed outside, if it waits for an answer and so can tell."""
        if not self.waits:
            return []
        try:
            self.session.send(self.channel, ("changes?",))
            kind, names = self.session.receive(self.channel).value
            names = [str(name)[:80] for name in names] if kind == "changes" else []
            for name in names:
                self.session.note(name)
            return names
        except (Stop, WireError, TypeError, ValueError):
            return []

    def _sent(self, arg):
        if isinstance(arg, Group):
            if arg._engine is not self.engine or arg.global_rank != self.rank:
                raise Refused("A device was handed to a function of another device.")
            return DeviceHere(tuple(arg.axes))
        return arg

    def _serve(self, kind, *rest):
        if kind != "ask" or len(rest) != 4:
            self.session.give_up("asked its device for something that none does", self.channel)
        what, axes, arguments, line = rest
        self.waits = True
        try:
            place = self.session.sources.place(line)
            self.session.reply(self.channel, lambda: self._ask(what, axes, arguments, place))
        except WireError as reason:
            self.session.give_up(f"asked its device for {reason}", self.channel)
        finally:
            self.waits = False

    def _ask(self, what, axes, arguments, line):
        """What the student's code asks of its device, done through the device's public methods."""
        group = self.dev[axes] if axes else self.dev
        match what, arguments:
            case "send", (x, dst):
                return _at(line, group.send, x, dst)
            case "recv", (src, like):
                return _at(line, group.recv, src, like=like)
            case "meet", (_, ("barrier",)):
                return _at(line, group.barrier)
            case "meet", (value, (str(operation), *terms)) if operation in TERMS:
                named = dict(zip(TERMS[operation], terms, strict=False))
                given = {k: named[k] for k in ("op", "axis", "src", "dst") if k in named}
                return _at(line, getattr(group, operation), value, **given)
            case "compute", (flops, name):
                return self.dev.compute(flops=flops, what=str(name)[:80])
            case "hold", (name, int(change)):
                return self._hold(name, change)
        raise WireError("something that none does")

    def _hold(self, name, change: int) -> None:
        held = self.held.get(name, 0) + change
        if held < 0:
            raise WireError("less than nothing in its memory")
        self.held[name] = held
        if sum(self.held.values()) > self.engine.hardware.memory:
            raise OutOfMemory(
                f"Device {self.rank} holds more than {self.engine.hardware.name} has."
            )
        self.engine.hold(self.rank, name, change)


def _print(output: dict) -> None:
    sys.stdout.write(str(output.get("text", "")))  # the emulator puts the rank before it


def _at(line, method, *args, **kwargs):
    """Call a method so that the library sees the line of the student's that asks for it."""
    code = _caller(*line)
    return eval(code, {"method": method, "args": args, "kwargs": kwargs})


@lru_cache(maxsize=1000)
def _caller(file: str, number: int, function: str):
    code = compile("method(*args, **kwargs)", file, "eval")
    return code.replace(co_firstlineno=number, co_name=function)
