"""Forecasts that people may write, and questions that somebody may ask: all read or refused."""

from fractions import Fraction

import ipywidgets
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from shardlab.errors import ShardError
from shardlab.quiz import forecast, read_number, read_shape

# -- whatever is said ------------------------------------------------------------------------

wholes = st.integers(-(10**18), 10**18)


@given(wholes, st.sampled_from(["{}", "{:,}", "{:_}", " {} ", "{}.0", "{} steps"]))
def test_a_whole_number_is_read_exactly(value, how):
    written = how.format(value)
    if "." in written:
        value = float(value)
    assert read_number(written, "steps") == value
    asked = forecast("?", int(value), unit="steps")
    asked.commit(written)
    assert asked.right


@given(st.integers(-500, 500), st.integers(1, 500))
def test_a_fraction_is_read_as_its_value(over, under):
    for written in (f"{over}/{under}", f"{over} / {under}"):
        assert read_number(written) == over / under
    assert read_number(f"{over}/{under}%") == pytest.approx(float(Fraction(over, 100 * under)))


@given(st.floats(-1e30, 1e30))
def test_a_float_is_read_as_python_writes_it(value):
    written = repr(value)
    if "e-" in written and abs(value) < 1e-99:
        assert read_number(written) is None
    else:
        assert read_number(written) == value


@given(
    st.lists(st.integers(0, 10**6), max_size=4).map(tuple),
    st.sampled_from([", ", ",", "×", " x ", " ", " by ", "*"]),
    st.sampled_from(["{}", "({})", "[{}]", "( {} )", "({},)"]),
    st.sampled_from(["", ".0", "."]),
)
def test_a_shape_is_read_in_any_dress(shape, between, around, point):
    written = around.format(between.join(f"{n}{point}" for n in shape))
    if not shape and written.strip(" ,") in ("", "(,)"):
        return
    assert read_shape(written) == shape
    asked = forecast("?", shape)
    asked.commit(written)
    assert asked.right


hostile = st.one_of(
    st.text(max_size=60),
    st.text("0123456789.,eE+-_/% ()×x", max_size=60),
    st.floats(),
    st.integers(),
    st.none(),
    st.sampled_from(["1e400", "1e99999999", "9" * 5000, "1/" + "0" * 30, "nan", "inf", "-inf",
                     "(-4, 8)", "4.5, 8", "1,024, 8", "((4, 8", "4,, 8", "0x10", "٣"]),
)  # fmt: skip


@given(hostile, st.sampled_from([3, 0.75, 0.0, (4, 8), (), -1]), st.sampled_from(["", "%", "s"]))
def test_anything_said_is_judged_or_asked_back(said, answer, unit):
    asked = forecast("?", answer, unit=unit)
    sentence = asked.commit(said)
    if asked.committed is None:
        assert sentence.startswith("Give a ")
    else:
        read = read_shape(said) if isinstance(answer, tuple) else read_number(said, unit)
        assert asked.right == (
            read == answer
            if not isinstance(answer, float)
            else bool(np.isclose(read, answer, rtol=0.01, atol=0))
        )


@pytest.mark.parametrize("said", ["(-4, 8)", "4.5, 8", "(1,024, 8)", "4,, 8", "4; 8", "[]8"])
def test_what_is_no_shape_is_asked_back(said):
    asked = forecast("?", (4, 8))
    assert asked.commit(said).startswith("Give a shape") and asked.committed is None


# -- questions that nobody could answer ------------------------------------------------------

unanswerable = [
    [4, 8], np.arange(3), "many", None, True, (4.0, 8.0), (4, -8), float("nan"), float("inf"),
    -np.inf, 10**400, 1j, {1},
]  # fmt: skip


@pytest.mark.parametrize("answer", unanswerable)
def test_an_answer_that_nobody_can_give_is_refused(answer):
    with pytest.raises(ShardError, match=r"forecast, “how many\?”: the answer .* give choices"):
        forecast("how many?", answer)
    measured = forecast("how many?", lambda: answer)
    for said in ("3", "inf", "1e30", str(type(answer))):
        assert measured.commit(said).startswith("This can't be judged: the answer ")
        assert measured.committed is None
    assert "can't be judged" in measured.static()


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: forecast("?", 3, choices=[1, 2]), "the answer 3 is none of the choices 1, 2"),
        (lambda: forecast("?", 1, choices=[1]), "give 2 to 26 choices, all different"),
        (lambda: forecast("?", 1, choices=[1, "1 ", 2]), "all different"),
        (lambda: forecast("?", 1, choices=range(27)), "choices is a list"),
        (lambda: forecast("?", 1, choices=list(range(27))), "give 2 to 26 choices"),
        (lambda: forecast("?", "a", choices="ab"), "choices is a list; it was 'ab'"),
        (lambda: forecast("?", 1.5, tolerance=-1), "tolerance is a fraction .* it was -1"),
        (lambda: forecast("?", 1.5, tolerance=float("nan")), "it was nan"),
        (lambda: forecast("?", 1.5, tolerance="1%"), "it was '1%'"),
        (lambda: forecast(None, 1), "question must be a text; it was None"),
        (lambda: forecast("?", 1, unit=3), "unit must be a text; it was 3"),
        (lambda: forecast("?", 1, why=None), "why must be a text; it was None"),
    ],
)
def test_a_question_says_what_it_lacks(call, said):
    with pytest.raises(ShardError, match=said):
        call()


def test_a_measured_answer_among_no_choices_is_said_and_not_held_against_anybody():
    asked = forecast("?", lambda: 3, choices=[1, 2])
    assert asked.commit("1").startswith("This can't be judged: the answer 3 is none of the choices")
    assert asked.committed is None


def buttons_in(widget):
    if isinstance(widget, ipywidgets.Button):
        return [widget]
    return [found for child in getattr(widget, "children", ()) for found in buttons_in(child)]


@pytest.mark.parametrize("long", [False, True])
@pytest.mark.parametrize("n", [2, 9, 12, 26])
def test_each_choice_has_its_button(n, long):
    choices = [f"choice {i}" + (" of many words" if long else "") for i in range(n)]
    for right in range(n):
        asked = forecast("which?", choices[right], choices=choices)
        buttons = buttons_in(asked.widget(ipywidgets))
        assert [button.tooltip for button in buttons] == choices
        assert len({button.description for button in buttons}) == n
        buttons[right].click()
        assert asked.right
