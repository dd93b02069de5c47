"""What was tried, and whether it left its arguments alone."""

import inspect
import re
from copy import deepcopy
from pathlib import Path

import numpy as np

from shardlab.errors import ShardError
from shardlab.testing.words import show, size
from shardlab.tracebacks import without_library
from shardlab.words import brief

_BY_PLACE = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
_NUMPY = Path(np.__file__).parent
# how NumPy says that the columns of one factor are not as many as the rows of the other
_SIZES = re.compile(r"core dimension 0.*\(size (\d+) is different from (\d+)\)")


class Call:
    """One call that was tried: its `label`, "split_columns(W=5×12, n=3)", and its `value`."""

    def __init__(self, label: str, value):
        self.label, self.value = label, value


def describe(fn, args) -> tuple[str, dict]:
    """What is tried, "split_columns(W=5×12, n=3)", and the arguments by name."""
    given = dict(zip(_parameters(fn, len(args)), args, strict=True))
    shown = (f"{name}={show(arg)}" for name, arg in given.items())
    return f"{getattr(fn, '__name__', 'the function')}({', '.join(shown)})", given


def _parameters(fn, n) -> list[str]:
    """The names of fn's first n parameters, or arg0, arg1, … where they can't be told."""
    try:
        found = inspect.signature(fn).parameters.values()
    except (TypeError, ValueError):
        found = []
    names = [one.name for one in found if one.kind in _BY_PLACE]
    return names[:n] if len(names) >= n else [f"arg{i}" for i in range(n)]


def raised(error: Exception, fits: str | None, why: str | None = None) -> str:
    """What to say of a call that should have returned; `fits` is about refusals alone."""
    said = _said(error)
    came = f"raised {type(error).__name__}" + (f" ({said})" if said else "")
    if fits and isinstance(error, ValueError):
        return f"{came}, but {fits}"
    if why:
        return f"{came}; this call should return, not raise: {why}"
    return f"{came}; this call should return, not raise, so look at the line that raised"


def _said(error: Exception) -> str:
    try:
        said = str(error).strip()
    except Exception:  # an error class of the learner's own
        return ""
    if isinstance(error, ShardError):  # the library's own, a line for each rank
        return brief(error, most=400, how=str)
    if sizes := _SIZES.search(said):
        return f"@ of sizes that do not fit, {sizes[2]} and {sizes[1]}"
    return brief(said.split("\n")[0], most=100, how=str)


def without_frames(error: Exception) -> Exception:
    """The error, showing the learner's own lines: no frame of NumPy's or of this library."""
    traceback = error.__traceback__
    error.__traceback__ = without_library(traceback, _NUMPY) or without_library(traceback)
    return error


def snapshot(values: dict) -> dict:
    """Copies to hold the values against later; what can't be copied stands for itself."""
    return {name: _copy(value) for name, value in values.items()}


def changed(before: dict, values: dict) -> str | None:
    for name, value in values.items():
        try:
            left_alone = _identical(before[name], value)
        except RecursionError:  # a list that holds itself
            left_alone = True
        if not left_alone:
            return f"{name} ({size(value)}) was changed in place; work on a copy and return that"


def _copy(value):
    try:
        return deepcopy(value)
    except Exception:  # a generator, a lock, whatever an object's own __deepcopy__ raises
        return value


def _identical(before, after) -> bool:
    """Nothing in `after` differs from `before`, to the last bit of every array."""
    if before is after:
        return True
    if type(before) is not type(after):
        return False
    if isinstance(before, list | tuple):
        return len(before) == len(after) and all(map(_identical, before, after))
    if isinstance(before, dict):
        return list(before) == list(after) and all(_identical(before[k], after[k]) for k in before)
    if isinstance(before, np.ndarray):
        if before.dtype != after.dtype or before.shape != after.shape:
            return False
        if before.dtype.hasobject:
            return _identical(before.tolist(), after.tolist())
        return before.tobytes() == after.tobytes()
    if type(before).__eq__ is object.__eq__ or hasattr(before, "__dict__"):  # Shards, say
        return _identical(getattr(before, "__dict__", None), getattr(after, "__dict__", None))
    try:
        return bool(before == after)
    except Exception:  # it can't be told, so nothing is said
        return True
