"""shardlab.testing, numbers: each slip its own name, the answer never said."""

import math
import re
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from shardlab.testing import assert_number, call

from .sentences import sentence


def message(assertion, *args, **options) -> str:
    return sentence(assertion, *args, longest=200, **options)


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
    message(assert_number, x * (1 + 1.1e-2), x, digits=3)
    message(assert_number, x * (1 + 1e-5), x)


@given(st.integers(1, 6), st.floats(1e-6, 1e9))
def test_an_answer_is_off_by_half_a_unit_of_its_last_digit_at_most(digits, x):
    unit = 10.0 ** (math.floor(math.log10(x)) + 1 - digits)
    if abs(float(f"{x:.{digits}g}") - x) > 1e-6 * x:
        assert_number(x + 0.49 * unit, x, digits=digits)
        assert_number(x - 0.49 * unit, x, digits=digits)
    if math.floor(math.log10(x * 1.000001)) == math.floor(math.log10(x)):
        message(assert_number, x + 0.52 * unit + 2e-6 * x, x, digits=digits)


@pytest.mark.parametrize(
    ("wrong", "right"),
    [(0.996, 1.0), (0.998, 1.0), (0.83, 25 / 30), (0.17, 1 / 6), (2.68, 8 / 3), (0.1204, 0.12)],
)
def test_what_is_right_to_fewer_digits_fails(wrong, right):
    message(assert_number, wrong, right, digits=3)
    assert_number(float(f"{right:.3g}"), right, digits=3)


@given(st.integers(-(10**30), 10**30))
def test_a_float_stands_for_an_integer_and_an_integer_for_itself_alone(e):
    assert_number(e, e)
    message(assert_number, e + 1, e)
    if abs(e) < 10**9:
        assert_number(e * (1 + 2e-16), e)
        message(assert_number, e + 0.01, e)


@pytest.mark.parametrize("e", [2**53, 2**53 + 1, 10**400])
def test_integers_beyond_the_floats_compare(e):
    assert_number(e, e)
    if e < 10**300:
        assert_number(Fraction(e), e)
    for wrong in (e + 1, e - 1, 3, 3.5, 2 * e):
        message(assert_number, wrong, e)
    message(assert_number, e, 5.0, between=(0, 9))


def test_an_integer_must_come_exactly_however_large():
    assert_number(0.29 * 100, 29)
    assert_number(33_554_432.0, 33_554_432, digits=3)
    message(assert_number, 33_554_431, 33_554_432, digits=3)


def test_without_an_expected_value_only_form_and_range_count():
    assert_number(7, unit="GB", between=(0, 10))
    assert "is 11 (asked for in GB), above 10" in message(
        assert_number, 11, unit="GB", between=(0, 10)
    )
    assert "below 1;" in message(assert_number, 0.5, between=(1, 10))
    fraction = {"unit": "fraction", "between": (0, 1)}
    text = message(assert_number, 15.8, **fraction)
    assert "above 1; a fraction lies between 0 and 1; is it a percentage, 100 times" in text
    for value in (1.2, 1.9, 150):  # neither 0.012 nor 1.5 was asked for
        assert "percentage" not in message(assert_number, value, **fraction)


def test_what_is_said_out_of_range_fits_an_answer_and_a_measured_value():
    loss = message(assert_number, 3e15 / 7, between=(0, 1.58), name="the loss")
    assert loss.endswith("above 1.58; which step makes it so large?")
    small = message(assert_number, 0, between=(1, 9))
    assert small.endswith("below 1; which step makes it so small?")
    bytes_ = message(assert_number, 80e9, unit="GB", between=(1, 1000))
    assert bytes_.endswith(
        "above 1000; is it the unit or a step on the way that makes it so large?"
    )


@given(st.floats(-1e6, 1e6), st.floats(1e-3, 1e6))
def test_a_bound_allows_for_rounding_and_is_never_shown_as_passed_by_itself(low, width):
    high = low + width
    slack = 1e-12 * max(abs(low), abs(high))
    assert_number(high + slack, between=(low, high))
    assert_number(low - slack, between=(low, high))
    for beyond in (high + 1e-5 * max(abs(high), abs(low)), high + 1):
        text = message(assert_number, beyond, between=(low, high))
        shown, limit = re.search(r"is (\S+), above (\S+);", text).groups()
        assert shown != limit


def test_the_reciprocal_is_recognised_though_it_is_out_of_range():
    text = message(assert_number, 8 / 3, 3 / 8, unit="fraction", between=(0, 1))
    assert "the reciprocal" in text
    assert "above 1" in message(assert_number, 2.9, 3 / 8, unit="fraction", between=(0, 1))


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
    returned = call(lambda: 16.0)  # by a // of floats, say, or np.ceil
    text = message(assert_number, returned, 16, whole=True)
    assert "is the float 16.0; it counts things" in text and "wrapped in int(…)" in text
    assert "is 16.5, no whole number" in message(assert_number, 16.5, 16, whole=True)


@pytest.mark.parametrize("value", [2 * 3 / 4 * 16, np.float64(24)])
def test_a_typed_answer_may_be_a_float_if_it_is_whole(value):
    assert_number(value, 24, whole=True)
    assert_number(value, between=(0, 100), whole=True)
    assert "off by one" in message(assert_number, value + 1, 24, whole=True)


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
    ("divided by 8 as bits are", lambda x: x / 8, {"unit": "bytes"}),
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
    ("1000 times too large", lambda x: 1000 * x, {}),
    ("1000 times too small", lambda x: x / 1000, {}),
    ("1000000000 times too large", lambda x: 10**9 * x, {"unit": "GB"}),
    ("1024 times too large", lambda x: 1024 * x, {}),
    ("1073741824 times too small", lambda x: x / 2**30, {}),
    ("100 times too large", lambda x: 100 * x, {}),
    ("8 times too large", lambda x: 8 * x, {}),
    ("4 times too small", lambda x: x / 4, {}),
    ("too large; work a small case", lambda x: 7 * x, {}),
    ("too small; work a small case", lambda x: x / 3, {}),
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


ALTERNATIVES = [  # number, right one, options, all slips that make it
    (2000, 1000, {"unit": "bytes", "n": 2, "dtype": "FP16"}, ("devices", "counted in FP32")),
    (8.8, 1.1, {"unit": "GB", "n": 8}, ("the number of devices", "in bits")),
    (10 / 15, 5 / 15, {"unit": "fraction"}, ("the other share", "2 times too large")),
    (8, 7, {"n": 8}, ("the number of devices itself", "off by one")),
    (2.0, 0.5, {}, ("the reciprocal", "4 times too large")),
]


@pytest.mark.parametrize(("wrong", "right", "options", "names"), ALTERNATIVES)
def test_where_several_slips_fit_all_are_named(wrong, right, options, names):
    text = message(assert_number, wrong, right, **options)
    assert all(name in text for name in names) and "which of them is it?" in text


@pytest.mark.parametrize(
    ("wrong", "right", "options"),
    [
        (1.0004, 1.0, {}),
        (0.996, 1.004, {}),
        (0.5005, 0.5, {"unit": "fraction"}),
        (0.502, 0.498, {"unit": "fraction"}),
        (1.0, 0.0, {}),
        (49, 1.0, {}),
        (3, 2.0, {}),
    ],
)
def test_a_coincidence_is_not_told_as_a_slip(wrong, right, options):
    text = message(assert_number, wrong, right, **options)
    assert re.search(r"is \S+, too (large|small); work a small case out", text)


@pytest.mark.parametrize("wrong", [1.2, 4 / 3, 2 / 3 + 1, 2.875, 8 / 3])
def test_what_is_above_1_is_called_no_fraction_before_a_factor_is_looked_for(wrong):
    for right in (1 / 3, 0.6, 0.3, 0.2875, 2 / 3):
        text = message(assert_number, wrong, right, unit="fraction")
        assert "above 1; a fraction" in text or "the reciprocal" in text
        assert "times too" not in text


def test_a_ratio_may_be_above_1_and_is_no_percentage():
    ratio = {"unit": "ratio", "between": (0, 8)}
    assert_number(3.5, **ratio)
    assert "above 8; is it a percentage" in message(assert_number, 29.2, **ratio)
    assert "a percentage; give the ratio itself" in message(assert_number, 350, 3.5, unit="ratio")


def test_digits_cut_off_are_told_from_digits_rounded():
    assert "cut off, not rounded" in message(assert_number, 0.157, 3 / 19, digits=3)
    assert "rounded too hard" in message(assert_number, 0.16, 3 / 19, digits=3)


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
    """No false naming: what fits no cause falls through, were it 3e-6 beside it."""
    wrong = x * factor
    causes = [1, 1000, 0.001, 1 / x**2, 2, 4, 8, 1 / 2, 1 / 4, 1 / 8, 100, 0.01, 1024, 1 / 1024]
    assume(all(abs(factor - c) > 3e-6 * c for c in causes))
    assume(wrong != round(wrong, 6))
    text = message(assert_number, wrong, x)
    assert f"too {'large' if factor > 1 else 'small'}; work a small case" in text


def test_a_count_that_was_rounded_is_called_close_and_another_one_not():
    for wrong in (33_500_000, 33.6e6):
        assert "close; a count comes exactly" in slip(wrong, 33_554_432)
    assert "close" not in slip(34_000_000, 33_554_432)
    assert "close, but 3 significant digits are asked for" in slip(13.1, 13.0385, digits=3)
    assert "close" not in slip(13.5, 13.0385, digits=3)
    assert "close" not in slip(0.3301, 0.33) and "close" not in slip(99, 100)


def test_the_slips_of_the_exercise_come_first():
    slips = {"takes D for D − 1": 4 / 20}
    assert message(assert_number, 0.2, 3 / 19, digits=3, slips=slips, name="bubble") == (
        "bubble: takes D for D − 1."
    )
    assert_number(0.158, 3 / 19, digits=3, slips={"right": 0.158})


def test_nothing_is_expected_of_a_zero():
    assert_number(0.0, 0.0, unit="fraction")
    assert_number(1 - sum(1 / 7 for _ in range(7)), 0.0)  # 2e-16 is rounding
    assert "the other share" in message(assert_number, 1.0, 0.0, unit="fraction")
    assert "too large" in message(assert_number, 0.3, 0.0)
