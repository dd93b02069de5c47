"""Assertions that diagnose, in the manner of `numpy.testing`.

    tried = call(split_columns, W, 3)                 # runs it; W must come out unchanged
    assert_shards(tried, [W[:, :4], W[:, 4:8], W[:, 8:]], axis=1)
    assert_number(call(speedup, 400, 4, 50), 400 / 150)

Each raises AssertionError with one sentence: what was tried, what is wrong, what to look at next.
The sentence never holds the expected number or a whole array. A first argument is a `Call` or a
plain value; a plain value goes by `name`. `slips` adds the slips of one exercise, as
{sentence: wrong value}: they are looked for first. The common slips are in the files beside this
one; a slip is named where it alone fits, several are named together.

What counts as equal is in `compare.py`: floats to the precision of the coarser of the two dtypes,
so float32 will do; integers exactly. The dtype itself counts only under `dtype=True`.
"""

import warnings
from collections.abc import Mapping

import numpy as np

from shardlab.errors import ShardError
from shardlab.testing import answers, arrays, numbers, shards, words
from shardlab.testing.calls import Call, changed, describe, raised, snapshot, without_frames
from shardlab.testing.chunks import chunk_counts as chunk_counts
from shardlab.testing.compare import largest, list_same, same, same_number
from shardlab.tracebacks import render


def call(fn, *args, fits: str | None = None, why: str | None = None) -> Call:
    """Run fn(*args) and keep what was tried; fail if it raises or changes an argument in place.

    `fits` tells whoever refuses with a ValueError why there is no reason to: "3 divides 12".
    `why` tells whoever raises anything what is true of the arguments: "micro-batch 1 has no B".
    A stub's NotImplementedError and what the library itself raises come through as they are.
    """
    __tracebackhide__ = True
    label, given = describe(fn, args)
    before = snapshot(given)
    try:
        value = fn(*args)
    except (NotImplementedError, ShardError):
        raise
    except Exception as error:
        _fail(label, raised(error, fits, why), without_frames(error))
    _fail(label, changed(before, given))
    return Call(label, value)


class trying:
    """`with trying("pieces of unequal width"): ...` says so where the block raises an error."""

    def __init__(self, what: str):
        self.what = what

    def __enter__(self):
        return self

    def __exit__(self, kind, error, traceback):
        __tracebackhide__ = True
        own = isinstance(error, AssertionError | NotImplementedError)
        if isinstance(error, Exception) and not own:
            _fail(self.what, raised(error, None), without_frames(error))


class assert_unchanged:
    """`with assert_unchanged(W=W): ...` fails if the block changes W (or a list of arrays)."""

    def __init__(self, **values):
        self.values = values

    def __enter__(self):
        self.before = snapshot(self.values)

    def __exit__(self, kind, error, traceback):
        __tracebackhide__ = True
        if kind is None:
            _fail("", changed(self.before, self.values))


def assert_shards(
    got, expected, axis=None, *, parts=None, pieces=None, name=None, dtype=False, slips=None
):
    """One array a device: as many, each equal to its own, none sharing memory with another.

    `axis` is where a whole array was cut (None: every device holds a result of its own).
    `parts` are the terms of a sum, one a device, when every device is to hold their sum; `pieces`
    what every device is to hold glued, along `axis`.
    """
    __tracebackhide__ = True
    label, value = _open(got, name)
    expected = [np.asarray(e) for e in expected]
    if not isinstance(value, list | tuple):
        cut = None if pieces else axis
        _diagnose(label, lambda: shards.not_a_list(value, expected, cut, parts))
    value = [np.asarray(v) if isinstance(v, np.generic) else v for v in value]
    _fail(label, shards.not_arrays(value, expected))
    right = shards.each_same(value, expected, parts)
    if len(value) != len(expected) or not all(right):
        _slips(label, value, slips, list_same)
        _diagnose(label, lambda: next(shards.causes(value, expected, axis, parts, pieces)))
    _fail(label, shards.shared(value))
    if dtype:
        for i, e in enumerate(expected):
            _fail(label, words.dtype(value[i], e, f" on device {i}"))


def assert_array(
    got, expected, *, parts=None, pieces=None, axis=None, pad=None, name=None, dtype=False,
    slips=None,
):  # fmt: skip
    """One array, equal to `expected`.

    `parts`: the terms, if it is a sum. `pieces` and `axis`: what is glued, if it is glued.
    `pad`: the axis along which zeros are added or taken off, if they are.
    """
    __tracebackhide__ = True
    label, value = _open(got, name)
    expected = np.asarray(expected)
    if not isinstance(value, np.ndarray | np.generic):
        _slips(label, value, slips, list_same)
        _diagnose(label, lambda: next(arrays.not_one_array(value, expected, parts, pieces)))
    value = np.asarray(value)
    if not same(value, expected, largest(expected, parts) if parts else None):
        _slips(label, value, slips, same)
        how = (parts, pieces, axis, pad)
        _diagnose(label, lambda: next(arrays.causes(value, expected, *how)))
    if dtype:
        _fail(label, words.dtype(value, expected))


def assert_number(
    got, expected=None, *, unit="", between=None, digits=None, whole=False, n=None, dtype=None,
    name=None, slips=None,
):  # fmt: skip
    """A plain real number in `unit`; without `expected`, only its type and range are looked at.

    unit     "fraction", "percent", "s", "ms", "bytes", "bits", "GB", "GiB", … or what is counted
    between  (low, high), both allowed
    digits   how many significant digits are enough; if None, the number may be off by 1e-6 of
             itself. An int must come exactly
    whole    must be whole; an integer, if a function returns it, while a typed answer may be 16.0
    n        the number of devices, to recognise a share of one taken for all
    dtype    "FP16", "FP32": what one value is stored in, to recognise the wrong one
    """
    __tracebackhide__ = True
    label, value = _open(got, name)
    _fail(label, numbers.not_number(value, whole, isinstance(got, Call)))
    value, expected = numbers.plain(value), numbers.plain(expected)
    if expected is None:
        if between is not None and numbers.outside(value, *between):
            _fail(label, numbers.out_of_range(value, *between, unit))
    elif not same_number(value, expected, digits):
        _slips(label, value, slips, lambda a, b: same_number(a, numbers.plain(b), digits))
        how = (unit, n, dtype, digits, between)
        _diagnose(label, lambda: numbers.number(value, expected, *how))


def assert_shape(got, expected=None, *, name=None, slips=None):
    """The shape of a matrix, (rows, columns); without `expected`, only its form is looked at."""
    __tracebackhide__ = True
    label, value = _open(got, name)
    _fail(label, answers.not_shape(value))
    if expected is None or tuple(value) == tuple(expected):
        return
    _slips(label, tuple(value), slips, lambda a, b: a == tuple(b))
    _diagnose(label, lambda: next(answers.shape(tuple(value), tuple(expected))))


def assert_choice(got, options, right=None, *, name=None, because: Mapping | None = None):
    """One letter of `options`; `because` tells, for a wrong letter, why it is wrong."""
    __tracebackhide__ = True
    label, value = _open(got, name)
    _fail(label, answers.not_choice(value, options))
    chosen = answers.letter(value)
    if right is not None and chosen != answers.letter(right):
        reasons = {answers.letter(option): why for option, why in (because or {}).items()}
        why = reasons.get(chosen, "read the question again and try the claim on a small case")
        _fail(label, f'is "{chosen}", which does not hold: {why}')


def assert_truth(got, right: bool, *, why: str, name=None):
    """True or False; `why` tells what makes it the one that it is: "F_0 stands twice"."""
    __tracebackhide__ = True
    label, value = _open(got, name)
    _fail(label, answers.not_truth(value))
    if bool(value) != right:
        _fail(label, f"is {bool(value)}, but {why}")


def assert_raises(error: type[Exception], fn, *args, why: str):
    """fn(*args) must refuse with `error`; `why` says what is wrong with the arguments."""
    __tracebackhide__ = True
    label, _ = describe(fn, args)
    try:
        value = fn(*args)
    except error:
        return
    except Exception as other:
        came = type(other).__name__
        _fail(label, f"raised {came}, not {error.__name__}: {why}", without_frames(other))
    if kind := words.exception(value):
        _fail(label, f"returned {kind}; raise it, do not return it: {why}")
    _fail(label, f"returned {words.show(value)} and raised no {error.__name__}: {why}")


def _open(got, name):
    __tracebackhide__ = True
    if not isinstance(got, Call):
        return name or "the answer", got
    if got.value is None:
        _fail(got.label, "is None; a function ends with `return …`, print alone returns nothing")
    return got.label, got.value


def _fail(label: str, sentence: str | None, cause: Exception | None = None):
    __tracebackhide__ = True
    if sentence:
        said = f"{label}: {sentence}" if label else sentence
        error = AssertionError(said + "." * (said[-1] != "?"))
        error._render_traceback_ = lambda: render(error)  # the name by which IPython asks
        raise error from cause


def _diagnose(label: str, sentence):
    """Fail with what sentence() finds; whatever came, it must not end in another error."""
    __tracebackhide__ = True
    try:
        with warnings.catch_warnings(), np.errstate(all="ignore"):
            warnings.simplefilter("ignore")
            found = sentence()
    except Exception:
        found = "is not what was asked for; work a small case out by hand and compare"
    _fail(label, found)


def _slips(label, value, slips, equal):
    __tracebackhide__ = True
    for sentence, wrong in (slips or {}).items():
        if equal(value, wrong):
            _fail(label, sentence)
