"""An exception as plain data, and made anew on the other side.

Only classes that cannot steer the one who meets them are made anew: a StopIteration, say, would
end a test's loop as if all were well.
"""

from __future__ import annotations

import builtins
import contextlib
import traceback

import numpy as np

from shardlab import errors
from shardlab.words import said

WORDS, FRAMES = 2000, 20  # the most that is told
STEERING = (StopIteration, StopAsyncIteration, GeneratorExit, KeyboardInterrupt, SystemExit)
CLASSES = {
    name: cls
    for module in (builtins, errors, np.exceptions, np.linalg)
    for name, cls in vars(module).items()
    if isinstance(cls, type)
    and issubclass(cls, Exception)
    and not issubclass(cls, (*STEERING, BaseExceptionGroup, UnicodeError))
}


class Words(str):
    """A text that KeyError, which quotes what it holds, shows as it is."""

    __repr__ = str.__str__


def tell(error: BaseException, of_the_student) -> tuple:
    """(names of its classes, message, [(file, line, function, text), …]) of an exception.

    `of_the_student(filename)` tells whose lines are told.
    """
    names = [cls.__name__[:80] for cls in type(error).__mro__ if issubclass(cls, BaseException)]
    frames = []
    try:
        found = traceback.extract_tb(error.__traceback__)
        if isinstance(error, SyntaxError) and of_the_student(error.filename or ""):
            place = error.filename, error.lineno or 0, "", (error.text or "").strip()
            frames.append(place)
        else:
            frames += [
                (frame.filename, frame.lineno or 0, frame.name, frame.line or "")
                for frame in found
                if of_the_student(frame.filename)
            ]
    except Exception:  # an exception class of the student's may do anything
        pass
    message = said(error, str)
    if isinstance(error, SyntaxError):
        message = error.msg
    cut = [tuple(str(part)[:200] if type(part) is not int else part for part in f) for f in frames]
    return names, str(message)[:WORDS], cut[-FRAMES:]


def untell(told) -> Exception:
    """The exception made anew; `error.told` is what `shown` takes."""
    names, message, frames = told
    if type(names) is not list or not all(type(name) is str for name in names) or not names:
        raise TypeError("no exception")
    message = str(message)[:WORDS]
    frames = [(str(f)[:200], int(n), str(g)[:200], str(t)[:200]) for f, n, g, t in frames[:FRAMES]]
    name = names[0][:80] if names[0].isidentifier() else "Error"
    for known in [*(CLASSES[each] for each in names if each in CLASSES), Exception]:
        cls = known if known.__name__ == name else type(name, (known,), {})
        with contextlib.suppress(Exception):  # some want other arguments, or can't show themselves
            error = cls(message)
            error.args = (Words(message) if issubclass(cls, KeyError) else message,)
            str(error)
            error.told = name, message, frames
            return error
    raise TypeError("no exception")


def known_class(error: BaseException) -> str:
    """The name of its class; of a class that the student made, that of the one it is made from."""
    names = [cls.__name__ for cls in type(error).__mro__]
    if getattr(error, "told", None):
        return next((name for name in names if name in CLASSES), "Exception")
    return names[0]


def shown(name: str, message: str, frames: list[tuple]) -> str:
    """The student's own traceback, as text."""
    lines = []
    for file, line, function, text in frames:
        inside = f", in {function}" if function not in ("", "<module>") else ""
        lines.append(f"{file}, line {line}{inside}")
        lines += [f"    {text}"] if text else []
    return "\n".join([*lines, f"{name}: {message}" if message else name])


def made_anew(name, message):
    """An error of the library, which the trusted side met on behalf of this one."""
    return CLASSES.get(name, errors.ShardError)(message)
