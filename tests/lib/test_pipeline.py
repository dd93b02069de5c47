"""What `simulate` counts equals what is known of pipelines; a schedule that can't run says why."""

from fractions import Fraction
from traceback import walk_tb

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from shardlab.errors import ScheduleError
from shardlab.pipeline import B, F, W, simulate
from shardlab.tracebacks import without_library

from .schedules import gpipe

stages = st.integers(1, 8)
micro_batches = st.integers(1, 24)
times = st.integers(1, 5)


@given(stages, micro_batches)
def test_forward_alone_has_the_same_bubble(D, M):
    timeline = simulate([[F(i) for i in range(M)]] * D)
    assert timeline.length == M + D - 1
    assert timeline.idle_fraction == (D - 1) / (M + D - 1)


@given(stages, micro_batches, times)
def test_a_hop_delays_each_stage_once(D, M, hop):
    timeline = simulate([[F(i) for i in range(M)]] * D, hop=hop)
    assert timeline.length == M + (D - 1) * (1 + hop)


def test_one_forward_one_backward_holds_fewer_activations():
    one_then_one = [
        [F(0), F(1), B(0), F(2), B(1), F(3), B(2), B(3)],
        [F(0), B(0), F(1), B(1), F(2), B(2), F(3), B(3)],
    ]
    timeline = simulate(one_then_one)
    assert timeline.peak_activations == [2, 1]
    assert timeline.idle_fraction == simulate(gpipe(2, 4)).idle_fraction


def test_chunks_make_a_stage_take_two_turns():
    schedule = [
        [F(0, chunk=0), F(0, chunk=1), B(0, chunk=1), B(0, chunk=0)],
        [F(0, chunk=0), F(0, chunk=1), B(0, chunk=1), B(0, chunk=0)],
    ]
    timeline = simulate(schedule, forward=1, backward=1)
    assert timeline.length == 8
    first = [s.start for s in timeline.slots if s.stage == 0 and s.operation.kind == "F"]
    assert first == [0, 2]


def test_steps_of_what_is_in_flight():
    timeline = simulate([[F(0), F(1), B(0), B(1)]] * 2, forward=1, backward=2)
    assert timeline.in_flight == [
        [(0, 1), (1, 2), (7, 1), (9, 0)],  # stage 1 gives B(0) back at 5
        [(0, 0), (1, 1), (2, 2), (5, 1), (7, 0)],
    ]


def test_hops_name_the_sender_first():
    timeline = simulate([[F(0), F(3)]] * 3)
    np.testing.assert_array_equal(timeline.hops, [[0, 2, 0], [0, 0, 2], [0, 0, 0]])


def test_a_stage_may_start_late_and_end_early():
    timeline = simulate([[F(0), B(0), F(1), B(1)]] * 2, forward=1, backward=2)
    assert timeline.length == 12
    assert timeline.busy == [6, 6]
    assert timeline.idle_within == [6, 3]  # stage 1 works from 1 to 10


def test_a_timeline_prints_itself_in_fractions_too():
    timeline = simulate([[F(0)], [F(0)]], forward=Fraction(1, 4))
    assert repr(timeline) == "Timeline(2 stages, length 0.5, idle 50.0% of the total time)"


# -- what can't run --------------------------------------------------------------------------------

LIST = "a schedule is one list of operations for each stage"


def failure(*args, **options):
    """The words of a ScheduleError; IPython shows it at the line that called `simulate`."""
    with pytest.raises(ScheduleError) as caught:
        simulate(*args, **options)
    shown = without_library(caught.value.__traceback__)
    assert {frame.f_code.co_filename for frame, _ in walk_tb(shown)} == {__file__}
    return str(caught.value)


@pytest.mark.parametrize(
    ("schedule", "words"),
    [
        ([], "empty"),
        ([[], []], "empty"),
        ([[F(0)], [F(0), F(0)]], "Stage 1 does F(0) more than once; once is enough"),
        ([[F(0), B(0), W(0), W(0)]], "Stage 0 does W(0) more than once"),
        ([[F(0), F(1)], [F(0)]], "Stage 1 lacks F(1)"),
        ([[F(0), B(0)], [F(0)]], "Stage 1 lacks B(0)"),
        ([[F(i) for i in range(9)], []], "Stage 1 lacks F(0), F(1), F(2) and others; every"),
        ([[B(0)], [B(0)]], "Stage 0 lacks F(0)"),
        ([[F(0), W(0)]], "Stage 0 lacks B(0)"),
        ([[F(0), F(1), B(0)], [F(0), F(1), B(0)]], "lacks B(1)"),
        ([[F(0), F(1), B(0), B(1), W(0)]], "Stage 0 lacks W(1)"),
        ([[F(0, chunk=1)]], "Stage 0 lacks F(0)"),
        (
            [[F(0), F(0, chunk=1)], [F(0)]],
            "Stage 1 lacks F(0, chunk=1); every micro-batch passes through every chunk of every",
        ),
        ([[F(0, chunk=10**12)]], "Stage 0 lacks F(0), F(0, chunk=1), F(0, chunk=2) and others"),
        ([[F(10**12)], [F(0)]], "Stage 0 lacks F(0)"),
        ([[B(0), F(0)]], "Stage 0 is at B(0) before its own F(0); put F(0) before B(0)"),
        ([[F(0), W(0), B(0)]], "Stage 0 is at W(0) before its own B(0); put B(0) before W(0)"),
        (
            [[F(0, chunk=1), F(0)], [F(0), F(0, chunk=1)]],
            "Stage 0 is at F(0, chunk=1) before its own F(0); put F(0) before F(0, chunk=1)",
        ),
        (
            [[F(0), F(0, 1), B(0), B(0, 1)]] * 2,
            "Stage 0 is at B(0) before its own B(0, chunk=1); put B(0, chunk=1) before B(0)",
        ),
        (
            [[F(0), F(0, 1), W(0), B(0, 1), W(0, 1), B(0)]],
            "Stage 0 is at W(0) before its own B(0); put B(0) before W(0)",
        ),
        ([["F0"]], "Stage 0 has 'F0', which is no operation; use F(i), B(i) or W(i)"),
        ([[F(0)], [F]], "Stage 1 has a function, which is no operation"),
        ([[F(0), None]], "Stage 0 has None (does a function lack its `return`?), which is no"),
        ([[("F", 0, 0)]], "('F', 0, 0), which is no operation"),
        ([[F(-1)]], "F(-1), which is no operation"),
        ([[F(0, chunk=-1)]], "F(0, chunk=-1), which is no operation"),
        ([[F("0")]], "F('0'), which is no operation"),
        ([[F(1.0)]], "F(1.0), which is no operation"),
        ([[F(float("nan"))]], "F(nan), which is no operation"),
        ([[F(0), F(True)]], "F(True), which is no operation"),
        ([[F(np.bool_(1))]], "which is no operation"),
        ([[F(0, chunk=0.0)]], "F(0, chunk=0.0), which is no operation"),
        ([[F(0, chunk=None)]], "F(0, chunk=None), which is no operation"),
        ([[F([0])]], "F([0]), which is no operation"),
        ([[np.arange(100)]], "Stage 0 has array([ 0,  1,  2"),
        ([[F(0), [F(1)]]], "Stage 0 has [F(1)], which is no operation"),
        ([range(3)], "Stage 0 has 0, which is no operation"),
        (3, f"{LIST}, for example [[F(0), B(0)], [F(0), B(0)]], but it was 3."),
        (None, "but it was None (does a function lack its `return`?)."),
        ("F0 B0", "but it was 'F0 B0'."),
        ({0: [F(0)]}, "but it was {0: [F(0)]}."),
        ([3], "but stage 0 was 3."),
        ([F(0)], "but stage 0 was F(0)."),
        ([[F(0)], "F0"], "but stage 1 was 'F0'."),
        ([[F(0)], {F(0)}], "but stage 1 was {F(0)}."),
        ([(F(i) for i in range(3))] * 2, "but stage 0 was a generator; put list(…) around it."),
        (([F(0)] for _ in range(2)), "but it was a generator; put list(…) around it."),
        (map(list, [[F(0)]]), "but it was a map; put list(…) around it."),
    ],
)
def test_a_schedule_that_cannot_run(schedule, words):
    said = failure(schedule)
    assert words in said
    assert "\n" not in said and len(said) < 250 and ". " not in said


def test_a_circle_names_who_waits_for_whom():
    words = failure([[F(0), B(0), F(1), B(1)], [F(1), B(1), F(0), B(0)]])
    assert words.splitlines() == [
        "The stages wait for each other in a circle:",
        "  stage 0 is at B(0) and waits for B(0) of stage 1",
        "  stage 1 is at F(1) and waits for F(1) of stage 0",
        "Change the order of operations on one of them.",
    ]


def test_who_only_waits_for_a_circle_is_not_in_it():
    words = failure([[F(0), B(0), F(1), B(1)], *[[F(1), B(1), F(0), B(0)]] * 4])
    assert "stage 1 is at F(1) and waits for F(1) of stage 0" in words
    assert "stage 2" not in words
    words = failure([[F(0), F(1), B(0), B(1)], [F(0), B(0), F(1), B(1)], [F(1), B(1), F(0), B(0)]])
    assert "stage 1 is at B(0) and waits for B(0) of stage 2" in words
    assert "stage 0" not in words


@pytest.mark.parametrize(("D", "lines"), [(5, 7), (16, 18), (90, 19)])
def test_a_circle_of_many_stages(D, lines):
    first = [F(0), F(0, chunk=1), F(1), F(1, chunk=1)]
    others = [F(1), F(0), F(1, chunk=1), F(0, chunk=1)]
    words = failure([first, *[others] * (D - 1)])
    assert f"stage 0 is at F(0, chunk=1) and waits for F(0) of stage {D - 1}" in words
    assert len(words.splitlines()) == lines
    assert ("90 stages in all" in words) == (D == 90)


@pytest.mark.parametrize("name", ["forward", "backward", "weight", "hop"])
@pytest.mark.parametrize(
    "time",
    [
        *(-1, -0.5, float("nan"), float("inf"), "1", None, True, 1j, 10**101, [1], np.ones(2)),
        pytest.param(10**5000, id="of 5001 digits"),
    ],
)
def test_times_are_numbers_above_zero(name, time):
    words = failure([[F(0), B(0)]], **{name: time})
    assert words.startswith(f"simulate: {name} is a time, ")
    assert "\n" not in words and len(words) < 120


def test_only_a_hop_may_take_no_time():
    for name in ("forward", "backward", "weight"):
        said = failure([[F(0), B(0)]], **{name: 0})
        assert said == f"simulate: {name} is a time, more than 0 and below 1e100; it was 0."
    assert simulate([[F(0)], [F(0)]], hop=0).length == 2
