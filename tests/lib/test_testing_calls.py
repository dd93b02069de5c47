"""shardlab.testing, calls: what was tried is named, arguments stay as they were."""

import traceback

import numpy as np
import pytest

from shardlab import shard
from shardlab.errors import ShardError
from shardlab.testing import (
    assert_array,
    assert_number,
    assert_raises,
    assert_shards,
    assert_unchanged,
    call,
    trying,
)


def message(assertion, *args, **options) -> str:
    with pytest.raises(AssertionError) as caught:
        assertion(*args, **options)
    text = str(caught.value)
    assert "\n" not in text and text.endswith(".") and ". " not in text
    return text


def test_a_call_names_the_function_the_shapes_and_the_numbers():
    def widen(W, n, how):
        return None

    text = message(assert_array, call(widen, np.ones((2, 3)), 4, "zeros"), np.ones((2, 4)))
    assert text.startswith("widen(W=2×3, n=4, how='zeros'): is None; a function ends with `return")
    tried = call(lambda X_shards: 1, [np.ones((2, 3)), np.ones((2, 1))])
    assert tried.label == "<lambda>(X_shards=[2×3, 2×1])"
    held = {"W": np.ones((2, 3)), "tp": 4, 1: {"deep": 2}}
    assert call(len, held).label == "len(obj={'W': 2×3, 'tp': 4, 1: dict})"
    many = call(len, dict.fromkeys("abcdefg", 0)).label
    assert many == "len(obj={'a': 0, 'b': 0, 'c': 0, 'd': 0, 'e': 0, …})"


def test_what_has_a_default_keeps_its_name():
    def hours(layers, width, seconds=1, *, unit="h"):
        return layers

    assert call(hours, 3, 4).label == "hours(layers=3, width=4)"


def test_a_callable_without_a_signature_is_tried_all_the_same():
    class Stand:
        __name__ = "widen"
        __signature__ = "none"

        def __call__(self, *args):
            return len(args)

    tried = call(Stand(), 2, 3)
    assert (tried.label, tried.value) == ("widen(arg0=2, arg1=3)", 2)


@pytest.mark.parametrize(
    "change",
    [
        lambda W, parts: W.sort(),
        lambda W, parts: W.__imul__(2),
        lambda W, parts: W.resize(6, 2, refcheck=False),
    ],
)
def test_an_argument_changed_in_place_is_named(change):
    W = np.array([[3.0, 1, 2, 9], [6, 5, 4, 8], [0, 7, 1, 2]])
    text = message(call, change, W, [W.copy()])
    assert "W (" in text and "was changed in place; work on a copy" in text


@pytest.mark.parametrize(
    "change",
    [
        lambda parts: parts.pop(),
        lambda parts: parts.reverse(),
        lambda parts: parts[1].fill(0),
        lambda parts: parts.__setitem__(0, 1.0),
        lambda parts: parts.append(parts),
    ],
)
def test_a_list_changed_in_place_is_named(change):
    text = message(call, change, [np.ones((2, 3)), np.full((1, 3), 2.0)])
    assert "parts (list of" in text and "changed in place" in text


@pytest.mark.parametrize(
    ("change", "given"),
    [
        (lambda x: x.pop("W"), {"W": 1}),
        (lambda x: x["W"].fill(0), {"W": np.ones((2, 3))}),
        (lambda x: x["layers"][0].append(3), {"layers": ([1, 2], 4)}),
        (lambda x: x.pieces[1].fill(0), shard(np.ones((3, 5)), axis=1, n=2)),
        (lambda x: x.__setitem__(0, np.ones((2, 2))), [1.0]),
        (lambda x: x.__setitem__(0, np.ones((2, 2))), np.array([None, 2], dtype=object)),
        (lambda x: x.add(3), {1, 2}),
    ],
)
def test_a_change_is_found_however_deep(change, given):
    assert "x (" in message(call, change, given)


def test_what_is_not_changed_or_cannot_be_compared_is_left_in_peace():
    itself = [1]
    itself.append(itself)
    rng, numbers = np.random.default_rng(1), iter([1, 2])
    assert call(lambda r, it: (r.normal(), next(it)), rng, numbers).value[1] == 1
    same = (itself, shard(np.ones((3, 4)), axis=0, n=2), {"W": np.array([np.nan])}, object(), len)
    call(lambda *args: None, *same)


def test_assert_unchanged_guards_a_block():
    W = np.ones((2, 3))
    with assert_unchanged(W=W):
        W + 1

    def block():
        with assert_unchanged(W=W):
            W[0, 0] = 2

    assert message(block).startswith("W (2×3) was changed in place")


def raises(error):
    def broken(n):
        raise error

    return broken


@pytest.mark.parametrize("error", [NotImplementedError(), ShardError("no device 3"), SystemExit()])
def test_the_stub_and_what_the_library_raises_come_through(error):
    with pytest.raises(type(error)) as caught:
        call(raises(error), 3, fits="3 divides 12")
    assert caught.value is error


def test_a_call_that_should_not_raise_is_named_and_chained():
    fits = "3 divides 12: which axis did you cut"
    for error, said in [
        (ValueError(), "raised ValueError, but 3 divides 12: which axis"),
        (ValueError("no\nway"), "raised ValueError (no), but 3 divides 12"),
        (KeyError("W"), "raised KeyError ('W'); this call should return, not raise"),
        (IndexError("x" * 200), f"raised IndexError ({'x' * 99}…); this call"),
    ]:
        text = message(call, raises(error), 3, fits=fits)
        assert text.startswith("broken(n=3): raised") and said in text
    assert "this call should return" in message(call, raises(ValueError()), 3)
    why = "3 is a prime"
    for error in (KeyError("W"), ValueError("no"), ZeroDivisionError()):
        assert message(call, raises(error), 3, why=why).endswith("return, not raise: 3 is a prime.")
    with pytest.raises(AssertionError) as caught:
        call(raises(error), 3)
    assert caught.value.__cause__ is error
    assert "raised Mute; this" in message(call, raises(Mute()), 3)


class Mute(Exception):
    def __str__(self):
        raise RuntimeError


def test_sizes_that_do_not_fit_are_told_without_numpys_signature():
    text = message(call, lambda X, W: X @ W, np.ones((4, 3)), np.ones((6, 8)))
    assert "raised ValueError (@ of sizes that do not fit, 3 and 6); this call should" in text


def test_assert_raises_wants_that_error_and_says_what_came():
    def refuse(n):
        if n == 1:
            raise ValueError
        if n == 2:
            raise KeyError
        assert n != 3
        return [np.ones((4, 2)), n]

    why = "n does not divide 4"
    assert_raises(ValueError, refuse, 1, why=why)
    assert "refuse(n=2): raised KeyError, not ValueError: n does not" in message(
        assert_raises, ValueError, refuse, 2, why=why
    )
    assert "raised AssertionError, not ValueError" in message(
        assert_raises, ValueError, refuse, 3, why=why
    )
    for error in (ValueError, ValueError("no")):
        assert "returned a ValueError; raise it, do not return it: n does not" in message(
            assert_raises, ValueError, lambda n, error=error: error, 4, why=why
        )
    assert "returned [4×2, 4] and raised no ValueError: n does not" in message(
        assert_raises, ValueError, refuse, 4, why=why
    )


def test_no_frame_of_the_library_is_shown_with_an_error():
    """IPython leaves out the frames that say __tracebackhide__."""

    def broken(W):
        return undefined_name  # noqa: F821

    def block():
        with assert_unchanged(W=W):
            W[0] = 2

    W = np.ones(2)
    for attempt in (
        lambda: call(broken, W),
        lambda: call(lambda W: W.fill(3), W),
        lambda: call(lambda W: np.split(W, 5), W),
        lambda: call(lambda W: None, W) and assert_array(call(lambda W: None, W), W),
        lambda: assert_raises(ValueError, broken, W, why="it is so"),
        lambda: assert_raises(KeyError, lambda W: np.split(W, 5), W, why="it is so"),
        lambda: assert_array(W, W + 1),
        lambda: assert_shards([W, W], [W, W]),
        lambda: assert_number(3, 4, slips={"three": 3}),
        block,
    ):
        with pytest.raises((NameError, AssertionError)) as caught:
            attempt()
        error = caught.value
        while error:
            for frame, _ in traceback.walk_tb(error.__traceback__):
                hidden = frame.f_locals.get("__tracebackhide__")
                assert hidden or frame.f_code.co_filename == __file__, frame
            error = error.__cause__


def test_a_diagnosis_that_breaks_falls_back_to_a_general_sentence(monkeypatch):
    def broken(*args):
        raise ZeroDivisionError
        yield

    monkeypatch.setattr("shardlab.testing.arrays.causes", broken)
    with pytest.raises(AssertionError, match="is not what was asked for; work a small case out"):
        assert_array(np.ones((2, 3)), np.zeros((2, 3)))


def test_what_was_tried_is_said_of_an_error_in_a_block():
    def fails(error):
        with trying("pieces of unequal width"):
            raise error

    text = message(fails, ValueError("shapes (2,3) and (2,2)"))
    assert text.startswith("pieces of unequal width: raised ValueError (shapes (2,3) and (2,2))")
    assert "raised ShardError (rank 1 and more)" in message(fails, ShardError("rank 1\nand more"))
    with pytest.raises(AssertionError, match=r"^said already$"):
        fails(AssertionError("said already"))
    with pytest.raises(NotImplementedError):
        fails(NotImplementedError("your code here"))
    with trying("nothing"):
        pass
