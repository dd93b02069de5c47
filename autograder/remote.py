"""Objects of the student's classes, for courses that ask for a class.

An object stays in the student's process; a test holds a `Remote`, which has that process do what is
done to it. Only objects of classes that the reference defines are handed out, and they are equal to
nothing unless the reference defines `__eq__`: an object that calls itself equal to everything earns
nothing where a number is asked for.
"""

from __future__ import annotations

import ast
import operator
import re
from collections.abc import Callable
from itertools import islice

MOST = 1_000_000  # what is taken out of an iterable

# what may be asked of an object, by the name of the special method that a test calls
OPERATIONS: dict[str, Callable] = {
    f"__{name}__": getattr(operator, name)
    for name in (
        *("lt", "le", "eq", "ne", "gt", "ge", "neg", "pos", "abs", "invert", "index"),
        *("contains", "getitem", "setitem", "delitem"),
    )
}
BINARY = "add sub mul matmul truediv floordiv mod pow lshift rshift"
OPERATIONS |= {f"__{name}__": getattr(operator, name) for name in BINARY.split()}
OPERATIONS |= {f"__{name}__": getattr(operator, f"{name}_") for name in ("and", "or")}
OPERATIONS["__xor__"] = operator.xor
OPERATIONS |= {
    f"__r{name.strip('_')}__": lambda me, other, do=do: do(other, me)
    for name, do in list(OPERATIONS.items())
    if name.strip("_") in [*BINARY.split(), "and", "or", "xor"]
}
OPERATIONS |= {"__len__": len, "__str__": str, "__repr__": repr, "__hash__": hash, "__bool__": bool}
OPERATIONS |= {"__int__": int, "__float__": float, "__complex__": complex, "__round__": round}
OPERATIONS["__reversed__"] = lambda me: list(islice(reversed(me), MOST))
OPERATIONS["__iter__"] = lambda me: list(islice(iter(me), MOST))
OPERATIONS["__next__"] = lambda me: list(islice(me, 1))
OPERATIONS["__enter__"] = lambda me: type(me).__enter__(me)
OPERATIONS["__exit__"] = lambda me, *error: type(me).__exit__(me, None, None, None)
OPERATIONS["__call__"] = lambda me, *args, **kwargs: me(*args, **kwargs)
LISTS = ("__iter__", "__reversed__")
ONLY_IF_DEFINED = {"__eq__": False, "__ne__": True, "__bool__": True}


def attribute(me, name: str):
    """("method",), or ("value", what it is)."""
    value = getattr(me, name)
    return ("method",) if callable(value) else ("value", value)


OPERATIONS |= {
    "attribute": attribute,
    "set": setattr,
    "delete": delattr,
    "method": lambda me, name, *args, **kwargs: getattr(me, name)(*args, **kwargs),
    "is a": isinstance,
}


class Remote:
    """Stands for an object of the student's. `operate(target, operation, args, kwargs)` asks."""

    __slots__ = ("_kind", "_life", "_number", "_operate", "_special")

    def __init__(self, number: int, kind: str, life: int, operate: Callable, special: set):
        values = {"_number": number, "_kind": kind, "_life": life, "_operate": operate}
        for name, value in (values | {"_special": special}).items():
            object.__setattr__(self, name, value)  # its own __setattr__ asks the student's process

    def __getattr__(self, name):
        return attribute_of(self._operate, self, name)

    def __setattr__(self, name, value):
        self._operate(self, "set", (name, value), {})

    def __delattr__(self, name):
        self._operate(self, "delete", (name,), {})


def attribute_of(operate: Callable, target, name: str):
    """An attribute of an object, or of a class, in the student's process."""
    if re.fullmatch(r"__\w+__|_repr_\w+|_ipython_\w+", name):
        raise AttributeError(name)  # what Python, NumPy or IPython look for
    match operate(target, "attribute", (name,), {}):
        case ("value", value):
            return value
    return lambda *args, **kwargs: operate(target, "method", (name, *args), kwargs)


def _special(name):
    def method(self, *args, **kwargs):
        if not _has(self._special, name):
            raise TypeError(f"{self._kind} defines no {name}")
        if name in ONLY_IF_DEFINED and not {name, "*"} & self._special:
            if name == "__bool__":
                return "__len__" not in self._special or len(self) > 0
            return (self is args[0]) is not ONLY_IF_DEFINED[name]
        value = self._operate(self, name, args, kwargs)
        if name == "__next__":
            if not value:
                raise StopIteration
            return value[0]
        return iter(value) if name in LISTS else value

    method.__name__ = name
    return method


for _name in OPERATIONS:
    if _name.startswith("__"):
        setattr(Remote, _name, _special(_name))


ALWAYS = {"__str__", "__repr__", "__hash__", "__eq__", "__ne__", "__bool__"}
ORDER = {"__lt__", "__le__", "__gt__", "__ge__"}
INSTEAD = {  # by what else Python does it
    "__contains__": {"__iter__", "__getitem__"},
    "__iter__": {"__getitem__"},
    "__reversed__": {"__getitem__"},
    **{name: ORDER for name in ORDER},
}


def _has(special: set[str], name: str) -> bool:
    """Whether the reference defines it: what only the student's class has is no one's affair."""
    known = name in ALWAYS or name in special or "*" in special
    return known or not special.isdisjoint(INSTEAD.get(name, ()))


def classes(reference: ast.Module) -> tuple[list[str], set[str]]:
    """The classes that a reference defines at its top level, and the special methods in them."""
    names, special = [], set()
    made = [node for node in reference.body if isinstance(node, ast.ClassDef)]
    for node in made:
        names.append(node.name)
        special |= {n.name for n in ast.walk(node) if isinstance(n, ast.FunctionDef)}
        special |= {n.id for n in ast.walk(node) if isinstance(n, ast.Name) and n.id[:2] == "__"}
        how = " ".join(map(ast.unparse, node.decorator_list))
        if "dataclass" in how:
            special |= {"__eq__", "__ne__"} | (ORDER if "order" in how else set())
        bases = {ast.unparse(base) for base in node.bases} - {"object"}
        if not bases <= {other.name for other in made}:
            special.add("*")  # a list, or a class of another cell: it has more than stands here
    return names, special | ({"__ne__"} if "__eq__" in special else set())
