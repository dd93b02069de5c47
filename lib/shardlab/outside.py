"""What a function reaches besides its arguments, and whether that was changed.

Globals, closures, default values, attributes of functions, classes, objects and modules: whoever
changes them in one device's process changes nothing in another's.
"""

import dis
import os
import pickle
import sys
from functools import cached_property, lru_cache, partial
from pathlib import Path
from types import CodeType, FunctionType, MethodType, ModuleType

import numpy as np

from shardlab.shards import Cut, Shards

_INSTALLED = (Path(sys.prefix), Path(sys.base_prefix), Path(__file__).parent)
_PLAIN = (int, float, complex, str, bytes, bool, type(None), range, type)


class Outside:
    """A look at what `fn` reaches now; `changes` tells later what is no longer the same.

    Arrays are made read-only, since writing what is there already would leave no trace: so look
    only from a process that nobody else depends on.
    """

    def __init__(self, fn):
        self._fn = fn
        self._before = _Look(fn).found
        self._frozen = {}  # name -> the arrays under it
        for name, state in self._before.items():
            if arrays := list(_arrays(state)):
                self._frozen[name] = arrays
        for array in (array for arrays in self._frozen.values() for array in arrays):
            while isinstance(array, np.ndarray):
                array.setflags(write=False)
                array = array.base

    def changes(self):
        """The names of what was changed, made or bound anew."""
        now = _Look(self._fn).found
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
        if not locked:  # then it lies in one of the lists and dicts that the line names
            return [name for name in self._frozen if name.strip("`") in names]
        written = {}  # the name under which each of them was frozen, if it was
        for name, arrays in self._frozen.items():
            for value in locked:
                if any(np.may_share_memory(value, array) for array in arrays):
                    written[id(value)] = name
        # one that was read-only anyway may be the one: then there is no telling
        return sorted(set(written.values())) if len(written) == len(locked) else []


class _Look:
    """`found` holds the state of each thing that a function reaches, by name."""

    def __init__(self, fn):
        self.found = {"`os.environ`": ("plain", str(sorted(os.environ.items())), None)}
        self._seen, self._modules, self._set = set(), {}, set()
        self._walk(fn, "the function")
        self._module(sys.modules["builtins"], "builtins")
        for name, module in self._modules.items():
            # of a package, only what the learner's own code sets: it may change the rest itself
            for attribute in self._set & set(vars(module)):
                self.found[f"`{name}.{attribute}`"] = ("object", vars(module)[attribute], None)

    def _walk(self, value, name):
        """Note the state of `value`, and go on to what it reaches by name."""
        if isinstance(value, _PLAIN) and not isinstance(value, type):
            self.found[name] = _state(value, set())
            return
        if id(value) in self._seen:
            return
        self._seen.add(id(value))
        if isinstance(value, partial):
            self._walk(value.func, name)
            self._walk([value.args, value.keywords], f"what {name} was bound to")
        elif isinstance(value, MethodType):
            self._walk(value.__func__, name)
            self._walk(value.__self__, f"the object of {name}")
        elif isinstance(value, classmethod | staticmethod):
            self._walk(value.__func__, name)
        elif isinstance(value, property):
            self._walk(value.fget, name)
        elif isinstance(value, FunctionType):
            if _is_written_here(value.__code__.co_filename):
                self._function(value)
        elif isinstance(value, ModuleType):
            self._module(value, name.strip("`"))
        elif isinstance(value, type):
            self._class(value)
        elif callable(getattr(value, "__wrapped__", None)):  # functools.cache, for one
            self._walk(value.__wrapped__, name)
        else:
            self._value(value, name)

    def _value(self, value, name):
        self.found[name] = _state(value, set())
        inside = value.values() if isinstance(value, dict) else value
        if isinstance(value, dict | list | tuple | set | frozenset):
            for each in inside:
                if not isinstance(each, _PLAIN) and _may_run_code(each):
                    self._walk(each, f"an object in {name}")
        elif _is_of_the_learner(type(value)):
            self._class(type(value))
            for attribute, each in getattr(value, "__dict__", {}).items():
                if _may_run_code(each):
                    self._walk(each, f"`{attribute}` of {name}")

    def _class(self, cls):
        for each in cls.__mro__:
            if _is_of_the_learner(each):
                for attribute, value in list(vars(each).items()):
                    if not attribute.startswith("__") or attribute == "__call__":
                        self._walk(value, f"`{each.__name__}.{attribute}`")

    def _function(self, fn):
        for name, cell in zip(fn.__code__.co_freevars, fn.__closure__ or (), strict=True):
            try:
                self._walk(cell.cell_contents, f"`{name}`")
            except ValueError:  # not bound yet
                continue
        for code in _codes(fn.__code__):
            self._set |= _attributes_set(code)
            for name in code.co_names:
                if name in fn.__globals__:
                    self._walk(fn.__globals__[name], f"`{name}`")
                elif name in sys.modules:  # imported inside the function
                    self._walk(sys.modules[name], f"`{name}`")
        for value in (*(fn.__defaults__ or ()), *(fn.__kwdefaults__ or {}).values()):
            self._walk(value, f"a default value of `{fn.__name__}`")
        for attribute, value in vars(fn).items():
            if attribute != "__wrapped__":
                self._walk(value, f"`{fn.__name__}.{attribute}`")

    def _module(self, module, name):
        if not _is_written_here(getattr(module, "__file__", "") or sys.prefix + "/built in"):
            self._modules[name] = module
            return
        for attribute, value in list(vars(module).items()):
            if not attribute.startswith("__") and not isinstance(value, ModuleType):
                self._walk(value, f"`{name}.{attribute}`")


def _codes(code):
    """A function's code, and that of the functions defined inside it."""
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _codes(constant)


@lru_cache(1000)
def _attributes_set(code):
    """The names of the attributes that the code sets."""
    return {i.argval for i in dis.get_instructions(code) if i.opname == "STORE_ATTR"}


def _may_run_code(value):
    """Is it a function, or an object or class of the learner's?"""
    cls = value if isinstance(value, type) else type(value)
    return isinstance(value, FunctionType | MethodType | partial) or _is_of_the_learner(cls)


# -- states: ("kind", the object itself, what is in it) --------------------------------------------


def _state(value, seen):
    """What `value` is and holds; it keeps the object, so that no other can take its place."""
    if isinstance(value, _PLAIN):
        return "plain", value, None
    if isinstance(value, np.ndarray):
        return "array", value, None
    if isinstance(value, Shards | Cut):
        value = list(value.pieces) if isinstance(value, Shards) else [value.array]
        return "pieces", None, [_state(each, seen) for each in value]
    if id(value) in seen or type(value).__module__.startswith("shardlab."):
        return "object", value, None
    seen.add(id(value))
    if isinstance(value, dict):
        return "dict", value, [("item", key, [_state(v, seen)]) for key, v in value.items()]
    if isinstance(value, list | tuple | set | frozenset):
        return "list", value, [_state(each, seen) for each in value]
    if hasattr(value, "__dict__") and _is_of_the_learner(type(value)):
        computed = {k for c in type(value).__mro__ for k, v in vars(c).items() if _is_cached(v)}
        own = [(k, v) for k, v in vars(value).items() if k not in computed]
        return "instance", value, [("item", key, [_state(v, seen)]) for key, v in own]
    try:
        return "pickled", value, pickle.dumps(value, protocol=5)
    except Exception:  # a file, a generator, …: no telling
        return "object", value, None


def _is_cached(value):
    return isinstance(value, cached_property)


def _differ(before, now):
    """Are these two states of one name not the same?"""
    if before is None or now is None:
        return True
    kind, value, inside = before
    if kind != now[0]:
        return True
    if kind in ("plain", "item"):
        if value is not now[1] and (type(value) is not type(now[1]) or value != now[1]):
            return True
    elif value is not now[1]:
        return True
    if not isinstance(inside, list):
        return inside != now[2]
    return len(inside) != len(now[2]) or any(map(_differ, inside, now[2]))


def _arrays(state):
    kind, value, inside = state
    if kind == "array":
        yield value
    elif isinstance(inside, list):
        for each in inside:
            yield from _arrays(each)


def _is_of_the_learner(cls):
    """Is the class defined in a notebook, or in a file of the learner's own?"""
    if cls.__module__.split(".")[0] in sys.builtin_module_names:
        return False
    return _is_written_here(getattr(sys.modules.get(cls.__module__), "__file__", None))


@lru_cache(1000)
def _is_written_here(filename):
    """Is it the learner's own code: of a notebook, of a file beside it, not of a package?"""
    return not any(folder in Path(filename or "").parents for folder in _INSTALLED)
