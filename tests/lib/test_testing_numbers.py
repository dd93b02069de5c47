"""shardlab.testing, numbers, shapes and choices: each slip its own name, the answer never said."""

import math

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from shardlab.testing import assert_choice, assert_number, assert_shape


def message(assertion, *args, **options) -> str:
    with pytest.raises(AssertionError) as caught:
        assertion(*args, **options)
    text = str(caught.value)
    assert "\n" not in text and text[-1] in ".?" and ". " not in text and len(text) < 200
    return text


def slip(wrong, right, **options) -> str:
    """What is said of a wrong number; it never holds the right one."""
    text = message(assert_number, wrong, right, **options)
    if abs(right) > 64:  # a small number may be another number's digit
        assert f"{right:.4g}" not in text.replace(f"{wrong:.6g}", "")
    return text


# --- what is right -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "kind", [float, np.float32, np.float64, np.array, lambda x: np.array(x, "f4")]
)
def test_a_number_of_any_real_kind_passes(kind):
    assert_number(kind(0.1578947), 3 / 19)


@pytest.mark.parametrize("value", [16, np.int64(16), np.uint8(16), np.array(16)])
def test_an_integer_of_any_kind_is_whole(value):
    assert_number(value, 16, whole=True)


@given(st.floats(1e-6, 1e9))
def test_as_many_digits_as_asked_for_are_enough(x):
    assert_number(float(f"{x:.3g}"), x, digits=3)
    assert_number(x * (1 + 1e-7), x)
    message(assert_number, x * (1 + 1e-2), x, digits=3)
    message(assert_number, x * (1 + 1e-5), x)


def test_an_integer_must_come_exactly_however_large():
    assert_number(33_554_432.0, 33_554_432, digits=3)
    message(assert_number, 33_554_431, 33_554_432, digits=3)


def test_without_an_expected_value_only_form_and_range_count():
    assert_number(7, unit="GB", between=(0, 10))
    assert "is 11 (asked for in GB), above 10" in message(
        assert_number, 11, unit="GB", between=(0, 10)
    )
    assert "below 1;" in message(assert_number, 0.5, between=(1, 10))
    text = message(assert_number, 15.8, unit="fraction", between=(0, 1))
    assert "above 1; a fraction lies between 0 and 1, and a percentage is 100 times" in text


# --- what is no number ---------------------------------------------------------------------------

NO_NUMBER = {
    "is None": None,
    "still `...`": ...,
    "is the string '16'": "16",
    "leave out the quotes and the unit": "16 GB",
    "a truth value": True,
    "a truth value; give a number": np.True_,
    "tuple with one number; remove the comma": (16,),
    "is (16, 4), not a plain number": (16, 4),
    "is [16], not a plain number": [16],
    "array of shape (1,)": np.array([16.0]),
    "an integer of 1329 bits, far too large": 10**400,
    "is NaN": math.nan,
    "is infinite": np.float32("inf"),
    "is a complex, not": 16 + 0j,
    "is a function, not": slip,
}


@pytest.mark.parametrize("phrase", NO_NUMBER)
def test_what_is_no_number_is_named(phrase):
    assert phrase in message(assert_number, NO_NUMBER[phrase], 16, name="steps")


def test_a_count_is_an_integer():
    assert "is the float 16.0; it counts things" in message(assert_number, 16.0, 16, whole=True)
    assert "is 16.5, no whole number" in message(assert_number, 16.5, 16, whole=True)


# --- slips ---------------------------------------------------------------------------------------

SLIPS = [  # phrase, what the slip makes of x, options
    ("a percentage", lambda x: 100 * x, {"unit": "fraction"}),
    ("the other share", lambda x: 1 - x, {"unit": "fraction"}),
    ("a fraction; give it in percent", lambda x: x / 100, {"unit": "percent"}),
    ("in GiB, asked for is GB", lambda x: x * 1e9 / 2**30, {"unit": "GB"}),
    ("in GB, asked for is GiB", lambda x: x * 2**30 / 1e9, {"unit": "GiB"}),
    ("in MiB, asked for is MB", lambda x: x * 1e6 / 2**20, {"unit": "MB"}),
    ("in TB, asked for is TiB", lambda x: x * 2**40 / 1e12, {"unit": "TiB"}),
    ("in bits, asked for is bytes", lambda x: 8 * x, {"unit": "GB"}),
    ("in bits, asked for is bytes", lambda x: 8 * x, {"unit": "bytes", "n": 4}),
    ("8 times too small", lambda x: x / 8, {"unit": "bytes"}),
    ("in bytes, asked for is bits", lambda x: x / 8, {"unit": "bits"}),
    ("in ms, asked for is s", lambda x: 1000 * x, {"unit": "s"}),
    ("in s, asked for is ms", lambda x: x / 1000, {"unit": "ms"}),
    ("in µs, asked for is ms", lambda x: 1000 * x, {"unit": "ms"}),
    ("counted in FP32, asked for is FP16", lambda x: 2 * x, {"unit": "GB", "dtype": "FP16"}),
    ("counted in FP16, asked for is FP32", lambda x: x / 2, {"unit": "GB", "dtype": "FP32"}),
    ("counted in FP64, asked for is FP32", lambda x: 2 * x, {"unit": "GB", "dtype": "FP32"}),
    ("counted in FP64, asked for is BF16", lambda x: 4 * x, {"unit": "GB", "dtype": "BF16"}),
    ("6 times too large, the number of devices", lambda x: 6 * x, {"n": 6}),
    ("6 times too small, the number of devices", lambda x: x / 6, {"n": 6}),
    ("the number of devices, or bits for bytes", lambda x: 8 * x, {"n": 8, "unit": "GB"}),
    ("1000 times too large", lambda x: 1000 * x, {}),
    ("1000 times too small", lambda x: x / 1000, {}),
    ("1000000000 times too large", lambda x: 10**9 * x, {"unit": "GB"}),
    ("1024 times too large", lambda x: 1024 * x, {}),
    ("1073741824 times too small", lambda x: x / 2**30, {}),
    ("100 times too large", lambda x: 100 * x, {}),
    ("7 times too large", lambda x: 7 * x, {}),
    ("3 times too small", lambda x: x / 3, {}),
    ("the sign is wrong", lambda x: -x, {}),
    ("the reciprocal", lambda x: 1 / x, {}),
    ("is 0; look for a floor division", lambda x: 0, {}),
    ("too large; work a small case", lambda x: 1.234567 * x, {}),
    ("too small; work a small case", lambda x: 0.8364 * x, {}),
]


@pytest.mark.parametrize(("phrase", "make", "options"), SLIPS, ids=[s[0] for s in SLIPS])
@pytest.mark.parametrize("x", [0.15789, 0.6173, 0.03713])
def test_each_slip_has_its_own_name(phrase, make, options, x):
    text = slip(make(x), x, **options)
    assert phrase in text
    others = {p for p, *_ in SLIPS if p in text and p not in phrase and phrase not in p}
    assert not others


@pytest.mark.parametrize("x", [13.7, 2.6667, 340.25])
@pytest.mark.parametrize(
    ("phrase", "wrong"),
    [
        ("a whole number, as // or int() would give", math.floor),
        ("rounded too hard; keep every digit", lambda x: round(x, 1 if x != 13.7 else 0)),
        ("the reciprocal", lambda x: 1 / x),
    ],
)
def test_slips_of_rounding(x, phrase, wrong):
    if wrong(x) != x:
        assert phrase in slip(wrong(x), x)


@pytest.mark.parametrize("x", [4, 16, 105, 1000])
def test_off_by_one_is_a_slip_of_counting(x):
    assert "off by one" in slip(x + 1, x)
    assert "off by one" in slip(x - 1, x)


def test_a_large_count_is_shown_in_full():
    assert "is 33554432: 8 times too large, the number of devices" in slip(33554432, 4194304, n=8)


@given(st.floats(0.01, 500), st.floats(1e-4, 1e4))
def test_a_number_that_no_slip_makes_is_only_called_too_large_or_too_small(x, factor):
    """No false naming: what fits no cause falls through."""
    wrong = x * factor
    causes = [1, 1000, 0.001, 1 / x**2, *range(2, 65), *(1 / k for k in range(2, 65)), 100, 0.01]
    assume(all(abs(factor - c) > 0.01 * c for c in causes))
    assume(abs(factor - 1024) > 11 and abs(factor * 1024 - 1) > 0.011)
    assume(wrong != round(wrong, 5) and abs(abs(x - wrong) - 1) > 1e-9)
    text = message(assert_number, wrong, x)
    assert f"too {'large' if factor > 1 else 'small'}; work a small case" in text


def test_the_slips_of_the_exercise_come_first():
    slips = {"takes D for D − 1": 4 / 20}
    assert message(assert_number, 0.2, 3 / 19, digits=3, slips=slips, name="bubble") == (
        "bubble: takes D for D − 1."
    )
    assert_number(0.158, 3 / 19, digits=3, slips={"right": 0.158})


def test_nothing_is_expected_of_a_zero():
    assert_number(0.0, 0.0, unit="fraction")
    assert "the other share" in message(assert_number, 1.0, 0.0, unit="fraction")
    assert "too large" in message(assert_number, 0.3, 0.0)


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


def test_a_wrong_choice_tells_why_and_not_which_is_right():
    text = message(assert_choice, "a", "abc", "b", because={"a": "every term has all rows"})
    assert text == 'the answer: is "a", which does not hold: every term has all rows.'
    assert '"b"' not in message(assert_choice, "C", "abc", "b")


@pytest.mark.parametrize("value", ["d", "ab", "", 2, ["b"], None, ..., True, b"b"])
def test_what_is_no_choice_is_told_the_options(value):
    assert '"a", "b", "c"' in message(assert_choice, value, "abc", "b")
