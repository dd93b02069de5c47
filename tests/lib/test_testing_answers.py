"""shardlab.testing, shapes and choices: each slip its own name, the answer never said."""

import numpy as np
import pytest

from shardlab.testing import assert_choice, assert_shape, assert_truth, call

from .sentences import sentence


def message(assertion, *args, **options) -> str:
    return sentence(assertion, *args, longest=200, **options)


# --- shapes --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "value", [(8, 1024), [8, 1024], (np.int64(8), 1024), np.ones((8, 4)).shape]
)
def test_a_shape_is_a_pair(value):
    assert_shape(value)


@pytest.mark.parametrize(
    ("phrase", "value"),
    [
        ("rows and columns are exchanged", (1024, 8)),
        ("the rows are right, the columns are not", (8, 4096)),
        ("the columns are right, the rows are not", (2, 1024)),
        ("neither rows nor columns", (2, 256)),
        ("is None", None),
        ("is the string '8x1024'", "8x1024"),
        ("is 8192; give a pair", 8192),
        ("has 3 numbers", (8, 1024, 1)),
        ("holds 4.5", (8, 4.5)),
        ("holds the float 1024.0; make it an int, with // for /", (8, 4096 / 4)),
        ("holds the float 8.0; make it an int", (np.float32(8), 4)),
        ("holds 0", (0, 8)),
        ("holds True", (True, 8)),
        ("is an array 8×3; give its shape", np.ones((8, 3))),
    ],
)
def test_each_slip_of_a_shape_has_its_own_name(phrase, value):
    text = message(assert_shape, value, (8, 1024), name="Y_i_shape")
    assert text.startswith("Y_i_shape: ") and phrase in text


def test_slips_of_a_shape():
    assert message(assert_shape, [8, 2], (8, 4), slips={"halved": (8, 2)}) == "the answer: halved."


# --- choices -------------------------------------------------------------------------------------


def test_a_choice_is_one_letter_in_any_case():
    for value in ("b", "B", " b "):
        assert_choice(value, "abc", "b")
        assert_choice(value, "abc")
        assert_choice(value, ["A", "B"], "B")
    why = message(assert_choice, "a", ["A", "B"], "B", because={"A": "it is not"})
    assert "it is not" in why


def test_a_wrong_choice_tells_why_and_not_which_is_right():
    text = message(assert_choice, "a", "abc", "b", because={"a": "every term has all rows"})
    assert text == 'the answer: is "a", which does not hold: every term has all rows.'
    assert '"b"' not in message(assert_choice, "C", "abc", "b")


@pytest.mark.parametrize("value", ["d", "ab", "", 2, ["b"], None, ..., True, b"b"])
def test_what_is_no_choice_is_told_the_options(value):
    assert '"a", "b", "c"' in message(assert_choice, value, "abc", "b")


def test_a_name_may_be_the_choice():
    names = ("scatter", "all_reduce")
    for value in ("all_reduce", " All_Reduce "):
        assert_choice(value, names, "all_reduce")
    assert "one name in quotes" in message(assert_choice, 3, names, "all_reduce")
    assert "one letter in quotes" in message(assert_choice, 3, "ab", "a")


def test_true_or_false_and_nothing_that_only_counts_as_such():
    for value in (True, np.True_, np.array(True)):
        assert_truth(value, True, why="so it is")
        assert "is True, but F_0 stands twice" in message(
            assert_truth, value, False, why="F_0 stands twice"
        )
    assert "is False, but so it is" in message(assert_truth, np.False_, True, why="so it is")
    for value in (1, 0, "True", [], np.array([True]), 1.0):
        for right in (True, False):
            assert "give True or False" in message(assert_truth, value, right, why="so it is")
    assert "is still `...`" in message(assert_truth, ..., True, why="so it is")


def test_the_truth_of_a_call_goes_by_its_label():
    def is_valid_order(events):
        return None if not events else len(events) > 1

    assert_truth(call(is_valid_order, [("F", 0)]), False, why="B_0 is missing")
    text = message(assert_truth, call(is_valid_order, [1, 2]), False, why="B_0 is missing")
    assert text == "is_valid_order(events=[1, 2]): is True, but B_0 is missing."
    assert "return …" in message(assert_truth, call(is_valid_order, []), True, why="so it is")
