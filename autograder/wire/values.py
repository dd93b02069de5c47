"""Which values are plain data, and what to say of one that is not."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import astuple
from fractions import Fraction
from typing import NamedTuple

import numpy as np

from shardlab.hardware import Hardware
from shardlab.mesh import Mesh
from shardlab.schedule import Operation
from shardlab.shards import Cut, Shards
from shardlab.words import an

KINDS = "biufcSU"  # of dtypes: truth values, numbers, strings


class DeviceHere(NamedTuple):
    """Stands for the device that a call is made on, or for its group along `axes`."""

    axes: tuple


def _fraction(numerator, denominator):
    if not type(numerator) is type(denominator) is int:  # from a string, it could be made for ever
        raise TypeError("a fraction of other parts than integers")
    return Fraction(numerator, denominator)


# fractions and values of shardlab, by name: the class, its parts, and how to make it of them
OBJECTS = {
    "Shards": (Shards, lambda s: (list(s.pieces), s.axis), Shards),
    "Operation": (Operation, tuple, Operation),
    "Mesh": (Mesh, lambda mesh: (dict(mesh.axes),), lambda axes: Mesh(**axes)),
    "Cut": (Cut, lambda cut: (cut.array, cut.axis, cut.over), Cut),
    "Hardware": (Hardware, astuple, Hardware),
    "DeviceHere": (DeviceHere, tuple, DeviceHere),
    "Fraction": (Fraction, Fraction.as_integer_ratio, _fraction),
}
FROM_STUDENTS = ("Shards", "Operation", "Fraction")  # others are made by who sets the exercise


class NotPlain(Exception):
    """The value can't cross: the message says what it is, as "a generator; return a list"."""


def made_into(old, new):
    """`old` with what `new` holds, if it can take it; both of one type."""
    if isinstance(old, np.ndarray):
        if old.shape != new.shape or old.dtype != new.dtype or not old.flags.writeable:
            return new
        old[...] = new
    elif isinstance(old, list):
        old[:] = new
    else:
        old.clear()
        old.update(new)
    return old


def refusal(value) -> str:
    """What `value` is, and what to return instead."""
    kind = type(value)
    name = kind.__name__[:80]
    if isinstance(value, np.ma.MaskedArray):
        return "a masked array; return a plain one, with .filled(0)"
    if isinstance(value, np.ndarray):
        if kind is not np.ndarray:
            return f"an array of the class {name}; return a plain one, with np.asarray(…)"
        return f"an array of dtype {value.dtype.name}; return one of numbers, all of one shape"
    if isinstance(value, Iterator | range) or name in ("dict_keys", "dict_values", "dict_items"):
        return f"{an(name)}; return a list"
    if issubclass(value if isinstance(value, type) else kind, BaseException):
        return f"{an(getattr(value, '__name__', name)[:80])}; raise it, do not return it"
    if isinstance(value, type):
        return f"the class {value.__name__[:80]}; return an object's numbers, arrays or lists"
    if callable(value):
        return "a function; call it, and return what it returns"
    for plain in (bool, int, float, complex, str, bytes, list, tuple, dict, set, frozenset):
        if isinstance(value, plain):
            return f"{an(name)}, a class made from {plain.__name__}; return {plain.__name__}(…)"
    return f"{an(name)}; return numbers, strings, arrays, lists, tuples or dicts"
