"""Assertions that diagnose, in the manner of `numpy.testing`.

    tried = call(split_columns, W, 3)                 # runs it; W must come out unchanged
    assert_shards(tried, [W[:, :4], W[:, 4:8], W[:, 8:]], axis=1)
    assert_number(call(speedup, 400, 4, 50), 400 / 150)

Each raises AssertionError with one sentence: what was tried, what is wrong, what to look at next.
The sentence never holds the expected number or a whole array. A first argument is a `Call` or a
plain value; a plain value goes by `name`. `slips` adds the slips of one exercise, as
{sentence: wrong value}: they are looked for first. The common slips are in `arrays.py`,
`shards.py` and `numbers.py` beside this file.

Floats compare to 1e-5 of the largest element, so float32 will do; integers compare exactly.
The dtype itself counts only under `dtype=True`.
"""

import inspect
import math
from collections.abc import Mapping
from contextlib import contextmanager
from numbers import Integral

import numpy as np

from shardlab.testing import arrays, numbers, shards
from shardlab.testing.arrays import list_same, same, show, size
from shardlab.tracebacks import render


class Call:
    """One call that was tried: its `label`, "split_columns(W=5×12, n=3)", and its `value`."""

    def __init__(self, label: str, value):
        self.label, self.value = label, value


def call(fn, *args) -> Call:
    """Run fn(*args) and keep what was tried; fail if it changes an argument in place."""
    label, given = _describe(fn, args)
    with _unchanged(label, given):
        value = fn(*args)
    return Call(label, value)


@contextmanager
def assert_unchanged(**values):
    """`with assert_unchanged(W=W): ...` fails if the block changes W (or a list of arrays)."""
    with _unchanged("this", values):
        yield


def assert_shards(got, expected, axis=None, *, parts=None, name=None, dtype=False, slips=None):
    """One array a device: as many, each equal to its own, none sharing memory with another.

    `axis` is where a whole array was cut (None: every device holds a result of its own).
    `parts` are the terms of a sum, one a device, when every device is to hold their sum.
    """
    label, value = _open(got, name)
    expected = [np.asarray(e) for e in expected]
    if not isinstance(value, list | tuple):
        _fail(label, shards.not_a_list(value, expected, axis))
    _fail(label, shards.not_arrays(value, expected))
    if not list_same(value, expected):
        _slips(label, value, slips, list_same)
        _fail(label, next(shards.causes(list(value), expected, axis, parts)))
    _fail(label, shards.shared(value))
    if dtype:
        for i, e in enumerate(expected):
            _fail(label, arrays.dtype(value[i], e, f" on device {i}"))


def assert_array(
    got, expected, *, parts=None, pieces=None, axis=None, name=None, dtype=False, slips=None
):
    """One array, equal to `expected`.

    `parts`: the terms, if it is a sum. `pieces` and `axis`: what is glued, if it is glued.
    """
    label, value = _open(got, name)
    expected = np.asarray(expected)
    if not isinstance(value, np.ndarray | np.generic):
        _slips(label, value, slips, list_same)
        _fail(label, next(arrays.not_one_array(value, expected, parts, pieces)))
    if not same(value, expected):
        _slips(label, value, slips, same)
        _fail(label, next(arrays.causes(np.asarray(value), expected, parts, pieces, axis)))
    if dtype:
        _fail(label, arrays.dtype(value, expected))


def assert_number(
    got, expected=None, *, unit="", between=None, digits=None, whole=False, n=None, dtype=None,
    name=None, slips=None,
):  # fmt: skip
    """A plain real number in `unit`; without `expected`, only its type and range are looked at.

    unit     "fraction", "percent", "s", "ms", "bytes", "bits", "GB", "GiB", … or what is counted
    between  (low, high), both allowed
    digits   how many significant digits are enough, 1e-6 if None; an int must come exactly
    whole    must be an integer, not 16.0
    n        the number of devices, to recognise a share of one taken for all
    dtype    "FP16", "FP32": what one value is stored in, to recognise the wrong one
    """
    label, value = _open(got, name)
    _fail(label, numbers.not_number(value, whole))
    value = value.item() if isinstance(value, np.ndarray | np.generic) else value
    if between is not None:
        _fail(label, numbers.out_of_range(value, *between, unit))
    if expected is None:
        return
    loose = 0.5 * 10.0 ** (1 - digits) if digits else 1e-6
    rtol = 0 if isinstance(expected, Integral) else loose
    if not math.isclose(value, expected, rel_tol=rtol):
        _slips(label, value, slips, lambda a, b: math.isclose(a, b, rel_tol=loose))
        causes = numbers.number(float(value), float(expected), unit, n, dtype, digits)
        _fail(label, next(causes))


def assert_shape(got, expected=None, *, name=None, slips=None):
    """The shape of a matrix, (rows, columns); without `expected`, only its form is looked at."""
    label, value = _open(got, name)
    _fail(label, numbers.not_shape(value))
    if expected is None or tuple(value) == tuple(expected):
        return
    _slips(label, tuple(value), slips, lambda a, b: a == tuple(b))
    _fail(label, next(numbers.shape(tuple(value), tuple(expected))))


def assert_choice(got, options, right=None, *, name=None, because: Mapping | None = None):
    """One letter of `options`; `because` tells, for a wrong letter, why it is wrong."""
    label, value = _open(got, name)
    _fail(label, numbers.not_choice(value, options))
    value = value.strip().lower()
    if right is not None and value != right:
        why = (because or {}).get(
            value, "read the question again and try the claim on a small case"
        )
        _fail(label, f'is "{value}", which does not hold: {why}')


def assert_raises(error: type[Exception], fn, *args, why: str):
    """fn(*args) must refuse with `error`; `why` says what is wrong with the arguments."""
    label, _ = _describe(fn, args)
    try:
        value = fn(*args)
    except error:
        return
    except Exception as other:
        came = type(other).__name__
        raise AssertionError(f"{label}: raised {came}, not {error.__name__}: {why}.") from other
    _fail(label, f"returned {show(value)} and raised no {error.__name__}: {why}")


def _describe(fn, args) -> tuple[str, dict]:
    """What is tried, "split_columns(W=5×12, n=3)", and the arguments by name."""
    given = dict(zip(_parameters(fn, len(args)), args, strict=True))
    shown = (f"{name}={show(arg)}" for name, arg in given.items())
    return f"{getattr(fn, '__name__', 'the function')}({', '.join(shown)})", given


def _parameters(fn, n) -> list[str]:
    """The names of fn's n parameters, or arg0, arg1, … where they can't be told."""
    try:
        names = list(inspect.signature(fn).parameters)
    except (TypeError, ValueError):
        names = []
    return names if len(names) == n else [f"arg{i}" for i in range(n)]


def _open(got, name):
    return (got.label, got.value) if isinstance(got, Call) else (name or "the answer", got)


def _fail(label: str, sentence: str | None):
    if sentence:
        error = AssertionError(f"{label}: {sentence}" + "." * (sentence[-1] != "?"))
        error._render_traceback_ = lambda: render(error)  # the name by which IPython asks
        raise error


def _slips(label, value, slips, equal):
    for sentence, wrong in (slips or {}).items():
        if equal(value, wrong):
            _fail(label, sentence)


@contextmanager
def _unchanged(label, values: dict):
    before = {name: _copy(value) for name, value in values.items()}
    yield
    for name, value in values.items():
        if not _identical(before[name], value):
            _fail(
                label,
                f"{name} ({size(value)}) was changed in place; work on a copy and return that",
            )


def _copy(value):
    if isinstance(value, list | tuple):
        return [_copy(v) for v in value]
    return value.copy() if isinstance(value, np.ndarray) else value


def _identical(before, after) -> bool:
    if isinstance(before, list):
        return len(before) == len(after) and all(map(_identical, before, after))
    if isinstance(before, np.ndarray):
        return (
            isinstance(after, np.ndarray)
            and before.dtype == after.dtype
            and before.shape == after.shape
            and before.tobytes() == after.tobytes()
        )
    return before is after or before == after
