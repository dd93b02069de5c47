"""What a function reaches besides its arguments, and whether that was changed.

Globals, closures, default values, attributes of functions, classes and modules: whoever changes
them in one device's process changes nothing in another's.
"""

import builtins
import pickle
import sys
from functools import partial
from pathlib import Path
from types import CodeType, FunctionType, MethodType, ModuleType

import numpy as np

_INSTALLED = (Path(sys.prefix), Path(sys.base_prefix), Path(__file__).parent)


class Outside:
    """A look at what `fn` reaches now; `changes` tells later what is no longer the same.

    Arrays are made read-only, since writing what is there already would leave no trace: so look
    only from a process that nobody else depends on.
    """

    def __init__(self, fn):
        self._fn = fn
        self._before = _look(fn)
        self._frozen = {}  # name -> the arrays under it
        for name, state in self._before.items():
            if arrays := list(_arrays(state)):
                self._frozen[name] = arrays
        for array in (array for arrays in self._frozen.values() for array in arrays):
            array.setflags(write=False)

    def changes(self):
        """The names of what was changed, made or bound anew."""
        now = _look(self._fn)
        names = sorted({**self._before, **now})
        return [name for name in names if _differ(self._before.get(name), now.get(name))]

    def written(self, error):
        """The names of the arrays in which the line that raised `error` tried to write."""
        if not isinstance(error, ValueError) or "read-only" not in str(error):
            return []
        traceback = error.__traceback__
        while traceback.tb_next:
            traceback = traceback.tb_next
        frame = traceback.tb_frame
        reached = {**frame.f_globals, **frame.f_locals}
        names = set(frame.f_code.co_names) | set(frame.f_locals)
        locked = [
            value
            for value in (reached.get(name) for name in names)
            if isinstance(value, np.ndarray) and not value.flags.writeable
        ]
        written = {}  # the name under which each of them was frozen, if it was
        for name, arrays in self._frozen.items():
            for value in locked:
                if any(np.may_share_memory(value, array) for array in arrays):
                    written[id(value)] = name
        # one that was read-only anyway may be the one: then there is no telling
        return sorted(set(written.values())) if len(written) == len(locked) else []


def _look(fn):
    found = {}
    _walk(fn, "the function", found, set())
    _module(builtins, "builtins", found)
    return found


def _walk(value, name, found, seen):
    """Note in found[name] the state of `value`, and go on to what it reaches by name."""
    if id(value) in seen:
        return
    seen.add(id(value))
    if isinstance(value, partial):
        _walk(value.func, name, found, seen)
        _walk([value.args, value.keywords], f"what {name} was bound to", found, seen)
    elif isinstance(value, MethodType):
        _walk(value.__func__, name, found, seen)
        _walk(value.__self__, f"the object of {name}", found, seen)
    elif isinstance(value, classmethod | staticmethod):
        _walk(value.__func__, name, found, seen)
    elif isinstance(value, FunctionType):
        if _is_written_here(value.__code__.co_filename):
            _function(value, found, seen)
    elif isinstance(value, ModuleType):
        _module(value, name, found)
    elif isinstance(value, type):
        if _is_of_the_learner(value):
            for attribute, each in list(vars(value).items()):
                if not attribute.startswith("__"):
                    _walk(each, f"`{value.__name__}.{attribute}`", found, seen)
    else:
        found[name] = _state(value, set())
        if _is_of_the_learner(type(value)):
            _walk(type(value), "", found, seen)


def _function(fn, found, seen):
    for name, cell in zip(fn.__code__.co_freevars, fn.__closure__ or (), strict=True):
        try:
            _walk(cell.cell_contents, f"`{name}`", found, seen)
        except ValueError:  # not bound yet
            continue
    for name in _names(fn.__code__):
        if name in fn.__globals__:
            _walk(fn.__globals__[name], f"`{name}`", found, seen)
    for value in (*(fn.__defaults__ or ()), *(fn.__kwdefaults__ or {}).values()):
        _walk(value, f"a default value of `{fn.__name__}`", found, seen)
    for attribute, value in vars(fn).items():
        _walk(value, f"`{fn.__name__}.{attribute}`", found, seen)


def _names(code):
    """The names that code uses, also in the functions defined inside it."""
    names = set(code.co_names)
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            names |= _names(constant)
    return names


def _module(module, name, found):
    """What a module's names are bound to; submodules come by themselves when first used."""
    for attribute, value in list(vars(module).items()):
        if not isinstance(value, ModuleType) and attribute != "_":
            found[f"`{name.strip('`')}.{attribute}`"] = ("object", value, None)


# -- states: ("kind", the object itself, what is in it) --------------------------------------------


def _state(value, seen):
    """What `value` is and holds; it keeps the object, so that no other can take its place."""
    if isinstance(value, np.ndarray):
        return "array", value, None
    if id(value) in seen:
        return "again", value, None
    seen.add(id(value))
    if isinstance(value, dict):
        pairs = [(key, _state(each, seen)) for key, each in value.items()]
        return "dict", value, [("item", key, [state]) for key, state in pairs]
    if isinstance(value, list | tuple | set | frozenset):
        return "list", value, [_state(each, seen) for each in value]
    if hasattr(value, "__dict__") and _is_of_the_learner(type(value)):
        return "instance", value, [_state(vars(value), seen)]
    try:
        return "pickled", value, pickle.dumps(value, protocol=5)
    except Exception:  # a file, a generator, …: no telling
        return "object", value, None


def _differ(before, now):
    """Are these two states of one name not the same?"""
    if before is None or now is None:
        return True
    kind, value, inside = before
    if kind != now[0] or value is not now[1]:
        plain = isinstance(value, int | float | complex | str | bytes | None)
        return not (plain and type(value) is type(now[1]) and value == now[1])
    if not isinstance(inside, list):
        return inside != now[2]
    if kind in ("dict", "list", "instance") and len(inside) != len(now[2]):
        return True
    return any(_differ(one, other) for one, other in zip(inside, now[2], strict=True))


def _arrays(state):
    kind, value, inside = state
    if kind == "array":
        yield value
    elif isinstance(inside, list):
        for each in inside:
            yield from _arrays(each)


def _is_of_the_learner(cls):
    """Is the class defined in a notebook, or in a file of the learner's own?"""
    module = sys.modules.get(cls.__module__)
    return cls.__module__ != "builtins" and _is_written_here(getattr(module, "__file__", None))


def _is_written_here(filename):
    """Is it the learner's own code: of a notebook, of a file beside it, not of a package?"""
    return not any(folder in Path(filename or "").parents for folder in _INSTALLED)
