"""What `simulate` counts equals what is known of pipelines; a schedule that can't run says why."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shardlab.errors import ScheduleError
from shardlab.pipeline import B, F, W, simulate

stages = st.integers(1, 8)
micro_batches = st.integers(1, 24)
times = st.integers(1, 5)


def all_forward_then_all_backward(D, M):
    return [[F(i) for i in range(M)] + [B(i) for i in range(M)]] * D


@given(stages, micro_batches, times, times)
def test_the_bubble_of_forward_then_backward(D, M, forward, backward):
    timeline = simulate(all_forward_then_all_backward(D, M), forward=forward, backward=backward)
    assert timeline.length == (M + D - 1) * (forward + backward)
    assert timeline.idle_fraction == (D - 1) / (M + D - 1)
    assert timeline.idle_over_ideal == (D - 1) / M
    assert timeline.peak_activations == [M] * D


@given(stages, micro_batches)
def test_forward_alone_has_the_same_bubble(D, M):
    timeline = simulate([[F(i) for i in range(M)]] * D)
    assert timeline.length == M + D - 1
    assert timeline.idle_fraction == (D - 1) / (M + D - 1)


@given(stages, micro_batches, times)
def test_a_hop_delays_each_stage_once(D, M, hop):
    timeline = simulate([[F(i) for i in range(M)]] * D, hop=hop)
    assert timeline.length == M + (D - 1) * (1 + hop)


@given(stages, micro_batches, times, times, times)
def test_slots_respect_the_order_of_work(D, M, forward, backward, weight):
    schedule = [[F(i) for i in range(M)] + [op(i) for i in range(M) for op in (B, W)]] * D
    timeline = simulate(schedule, forward=forward, backward=backward, weight=weight)
    assert len(timeline.slots) == 3 * M * D
    when = {(slot.stage, slot.operation): slot for slot in timeline.slots}
    for (stage, operation), slot in when.items():
        if operation.kind == "F" and stage:
            assert when[stage - 1, operation].end <= slot.start
        if operation.kind == "B":
            assert when[stage, F(operation.index)].end <= slot.start
            if stage < D - 1:
                assert when[stage + 1, operation].end <= slot.start
        if operation.kind == "W":
            assert when[stage, B(operation.index)].end <= slot.start
    for stage in range(D):
        own = sorted(slot[2:] for slot in timeline.slots if slot.stage == stage)
        assert all(end <= start for (_, end), (start, _) in pairwise(own))
        assert sum(end - start for start, end in own) == timeline.busy[stage]


def test_one_forward_one_backward_holds_fewer_activations():
    one_then_one = [
        [F(0), F(1), B(0), F(2), B(1), F(3), B(2), B(3)],
        [F(0), B(0), F(1), B(1), F(2), B(2), F(3), B(3)],
    ]
    timeline = simulate(one_then_one)
    assert timeline.peak_activations == [2, 1]
    assert timeline.idle_fraction == simulate(all_forward_then_all_backward(2, 4)).idle_fraction


def test_chunks_make_a_stage_take_two_turns():
    schedule = [
        [F(0, chunk=0), F(0, chunk=1), B(0, chunk=1), B(0, chunk=0)],
        [F(0, chunk=0), F(0, chunk=1), B(0, chunk=1), B(0, chunk=0)],
    ]
    timeline = simulate(schedule, forward=1, backward=1)
    assert timeline.length == 8
    first = [s.start for s in timeline.slots if s.stage == 0 and s.operation.kind == "F"]
    assert first == [0, 2]


@pytest.mark.parametrize(
    ("schedule", "words"),
    [
        ([], "empty"),
        ([[], []], "empty"),
        ([[F(0)], [F(0), F(0)]], r"Stage 1 does F\(0\) more than once"),
        ([[F(0), F(1)], [F(0)]], r"Stage 1 lacks F\(1\)"),
        ([[F(0), B(0)], [F(0)]], r"Stage 1 lacks B\(0\)"),
        ([[B(0)], [B(0)]], r"Stage 0 lacks F\(0\)"),
        ([[F(0), W(0)]], r"Stage 0 lacks B\(0\)"),
        ([[F(0), F(1), B(0)], [F(0), F(1), B(0)]], r"lacks B\(1\)"),
        ([["F0"]], "'F0', which is no operation"),
        ([[B(0), F(0)]], r"Stage 0 is at B\(0\) before its own F\(0\); put F\(0\) before B\(0\)"),
        ([[F(0), F(1), B(0), B(1), W(0)]], r"Stage 0 lacks W\(1\)"),
        ([[F(0, chunk=1)]], r"Stage 0 lacks F\(0\)"),
        ([[F(-1)]], r"F\(-1\), which is no operation"),
        ([[F("a")]], r"F\(a\), which is no operation"),
        ([[F(1.5)]], r"no operation"),
    ],
)
def test_a_schedule_that_cannot_run(schedule, words):
    with pytest.raises(ScheduleError, match=words):
        simulate(schedule)


def test_a_circle_names_who_waits_for_whom():
    with pytest.raises(ScheduleError) as caught:
        simulate([[F(0), B(0), F(1), B(1)], [F(1), B(1), F(0), B(0)]])
    words = str(caught.value)
    assert "in a circle" in words
    assert "stage 0 is at B(0) and waits for B(0) of stage 1" in words
    assert "stage 1 is at F(1) and waits for F(1) of stage 0" in words


@pytest.mark.parametrize("times", [{"forward": 0}, {"backward": -1}, {"hop": -1}, {"weight": "1"}])
def test_times_are_numbers_above_zero(times):
    with pytest.raises(ScheduleError, match=f"{next(iter(times))} is a time"):
        simulate([[F(0), B(0)]], **times)


@pytest.mark.parametrize("schedule", [3, None, [3], [F(0)]])
def test_a_schedule_is_a_list_of_lists(schedule):
    with pytest.raises(ScheduleError, match=r"one list of operations for each stage|no operation"):
        simulate(schedule)
