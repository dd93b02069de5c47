"""What holds for every schedule: drawn at random, lawful or not, and executed once more here."""

from collections import Counter
from fractions import Fraction
from graphlib import CycleError, TopologicalSorter
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from shardlab.errors import ScheduleError
from shardlab.pipeline import B, F, Operation, simulate

COST = {"F": "forward", "B": "backward", "W": "weight"}
numbers = st.integers(1, 9) | st.fractions(Fraction(1, 9), 9, max_denominator=9)
times = st.fixed_dictionaries(
    {**dict.fromkeys(COST.values(), numbers), "hop": st.just(0) | numbers}
)


def needs(stage, operation, D, v):
    """(stage, operation) for all that must be done before, as the module's first lines say it."""
    kind, i, chunk = operation
    if kind == "W":
        return [(stage, B(i, chunk))]
    if kind == "F":
        if stage > 0:
            return [(stage - 1, F(i, chunk))]
        return [(D - 1, F(i, chunk - 1))] if chunk > 0 else []
    own = (stage, F(i, chunk))
    if stage < D - 1:
        return [own, (stage + 1, B(i, chunk))]
    return [own, (0, B(i, chunk + 1))] if chunk < v - 1 else [own]


@st.composite
def orders(draw):
    """(D, v, [(stage, operation), …]): in this order, everything could be done one by one."""
    D, v = draw(st.integers(1, 5)), draw(st.integers(1, 3))
    kinds = draw(st.sampled_from(["F", "FB", "FBW"]))
    micro_batches = draw(st.lists(st.integers(0, 99), min_size=1, max_size=6, unique=True))
    left = [
        (stage, Operation(kind, i, chunk))
        for kind in kinds
        for i in micro_batches
        for chunk in range(v)
        for stage in range(D)
    ]
    draw(st.randoms()).shuffle(left)
    order, done = [], set()
    while left:
        step = next(each for each in left if done.issuperset(needs(*each, D, v)))
        left.remove(step)
        done.add(step)
        order.append(step)
    return D, v, order


def by_stage(D, order):
    return [[operation for stage, operation in order if stage == s] for s in range(D)]


def execute(D, v, order, times):
    """(start, end) of each step of a lawful order: as soon as its stage and its needs allow."""
    free, when = [0] * D, {}
    for stage, operation in order:
        ready = [free[stage]]
        for other, needed in needs(stage, operation, D, v):
            ready.append(when[other, needed][1] + (times["hop"] if other != stage else 0))
        free[stage] = max(ready) + times[COST[operation.kind]]
        when[stage, operation] = max(ready), free[stage]
    return when


def lawful(D, v, schedule, timeline, times):
    """Everything is done once, in the stage's order, without overlap, after what it needs."""
    when = {(slot.stage, slot.operation): slot for slot in timeline.slots}
    assert len(when) == len(timeline.slots) == sum(map(len, schedule))
    assert all(a.end <= b.end for a, b in pairwise(timeline.slots))
    for stage, operations in enumerate(schedule):
        own = [slot for slot in timeline.slots if slot.stage == stage]
        assert [slot.operation for slot in own] == operations
        assert all(a.end <= b.start for a, b in pairwise(own))
        assert all(slot.end - slot.start == times[COST[slot.operation.kind]] for slot in own)
        assert timeline.busy[stage] == sum(slot.end - slot.start for slot in own)
        assert timeline.idle_within[stage] == own[-1].end - own[0].start - timeline.busy[stage]
        for slot in own:
            for other, needed in needs(stage, slot.operation, D, v):
                lag = times["hop"] if other != stage else 0
                assert when[other, needed].end + lag <= slot.start
    assert timeline.length == max(slot.end for slot in timeline.slots)


@given(orders(), times)
def test_everything_starts_as_soon_as_it_can(drawn, times):
    D, v, order = drawn
    schedule = by_stage(D, order)
    timeline = simulate(schedule, **times)
    lawful(D, v, schedule, timeline, times)
    started = {(slot.stage, slot.operation): slot[2:] for slot in timeline.slots}
    assert started == execute(D, v, order, times)


@given(orders(), times)
def test_no_run_is_shorter_than_its_longest_chain(drawn, times):
    """Neither than the work of a stage, nor than the way of one micro-batch."""
    D, v, order = drawn
    timeline = simulate(by_stage(D, order), **times)
    kinds = {operation.kind for _, operation in order}
    way = D * v * times["forward"] + (D * v - 1) * times["hop"] * (D > 1)
    if "B" in kinds:
        way += D * v * times["backward"] + (D * v - 1) * times["hop"] * (D > 1)
    if "W" in kinds:
        way += times["weight"]
    assert timeline.length >= max(way, *timeline.busy)
    assert 0 <= timeline.idle_fraction < 1


@given(orders(), times, st.randoms())
def test_any_order_runs_or_says_why_not(drawn, times, random):
    """A schedule runs exactly if the order of its stages and its needs make no circle."""
    D, v, order = drawn
    schedule = by_stage(D, order)
    for stage in schedule:
        for _ in range(random.randint(0, 2)):
            a, b = random.randrange(len(stage)), random.randrange(len(stage))
            stage[a], stage[b] = stage[b], stage[a]
    graph = {
        (stage, operation): needs(stage, operation, D, v) + [(stage, before)] * (before is not None)
        for stage, operations in enumerate(schedule)
        for before, operation in pairwise([None, *operations])
    }
    try:
        TopologicalSorter(graph).prepare()
    except CycleError:
        with pytest.raises(ScheduleError, match=r"in a circle|before its own"):
            simulate(schedule, **times)
    else:
        lawful(D, v, schedule, simulate(schedule, **times), times)


@given(orders(), times)
def test_activations_are_held_from_f_to_b(drawn, times):
    D, _, order = drawn
    timeline = simulate(by_stage(D, order), **times)
    for stage in range(D):
        own = [slot for slot in timeline.slots if slot.stage == stage]
        starts = [slot.start for slot in own if slot.operation.kind == "F"]
        ends = [slot.end for slot in own if slot.operation.kind == "B"]
        steps = timeline.in_flight[stage]
        assert {time for time, _ in steps} == {0, *starts, *ends}
        assert all(a < b for (a, _), (b, _) in pairwise(steps))
        for time, held in steps:
            assert held == sum(s <= time for s in starts) - sum(e <= time for e in ends)
        assert timeline.peak_activations[stage] == max(held for _, held in steps)


@given(orders())
def test_hops_are_what_other_stages_need(drawn):
    D, v, order = drawn
    sent = Counter(
        (other, stage)
        for stage, operation in order
        for other, needed in needs(stage, operation, D, v)
        if other != stage and needed.kind == operation.kind
    )
    hops = simulate(by_stage(D, order)).hops
    assert hops.shape == (D, D)
    assert {pair: n for pair, n in np.ndenumerate(hops) if n} == sent


@given(orders(), st.data())
def test_one_operation_too_few_or_too_many(drawn, data):
    D, _, order = drawn
    stage, operation = data.draw(st.sampled_from(order))
    schedule = by_stage(D, order)
    schedule[stage].append(operation)
    with pytest.raises(ScheduleError) as caught:
        simulate(schedule)
    assert str(caught.value).startswith(f"Stage {stage} does {operation} more than once")
    schedule[stage] = [each for each in schedule[stage] if each != operation]
    if any(operation in stage for stage in schedule):
        with pytest.raises(ScheduleError) as caught:
            simulate(schedule)
        assert str(caught.value).startswith(f"Stage {stage} lacks {operation}")


@given(orders(), st.integers(1, 9), st.integers(1, 9), st.integers(0, 9))
@example((1, 1, [(0, F(0)), (0, B(0))]), 1, 2, 0)
def test_integers_stay_integers(drawn, forward, backward, hop):
    D, _, order = drawn
    schedule = by_stage(D, order)
    timeline = simulate(schedule, forward=forward, backward=backward, hop=hop)
    found = [timeline.length, *timeline.busy, *timeline.idle_within]
    found += [time for slot in timeline.slots for time in slot[2:]]
    assert {type(time) for time in found} == {int}
    small = {"forward": np.int8(forward), "backward": np.uint8(backward), "hop": np.int8(hop)}
    in_numpy = [[op._replace(index=np.int64(op.index)) for op in stage] for stage in schedule]
    assert simulate(in_numpy, **small) == timeline


def test_small_integers_do_not_overflow():
    assert simulate([[F(i) for i in range(9)]], forward=np.int8(100)).length == 900
