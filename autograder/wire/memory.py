"""Where arrays lie: who owns their memory, and views of memory as bytes."""

from __future__ import annotations

import numpy as np


def root_of(array):
    """The array that owns the memory."""
    while True:
        base = array.base
        if not isinstance(base, np.ndarray):
            base = getattr(base, "base", None)  # as_strided puts an object between
        if type(base) is not np.ndarray:
            return array
        array = base


def begin_of(array) -> int:
    return array.__array_interface__["data"][0]


def view_of(region, dtype, shape, strides, offset):
    return np.ndarray(shape, dtype, buffer=region, offset=offset, strides=strides)


def may_change(value) -> bool:
    """Or what it holds may."""
    return type(value) in (list, tuple, dict, set, np.ndarray)
