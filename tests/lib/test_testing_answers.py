"""shardlab.testing, shapes and choices: each slip its own name, the answer never said."""

import numpy as np
import pytest

from shardlab.testing import assert_choice, assert_shape

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
