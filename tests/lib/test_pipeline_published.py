"""Published bubbles and in-flight counts, found by executing the schedules: all equal, exactly."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from shardlab.pipeline import simulate

from .schedules import gpipe, interleaved, one_f_one_b, zb_h1, zb_h2

sizes = [(D, M) for D in (1, 2, 3, 4, 5, 8) for M in (1, 2, 3, 5, 8, 13, 24)]
times = st.integers(1, 7)
stages = st.integers(1, 7)
fractions = st.fractions(Fraction(1, 9), 9, max_denominator=9)


def exactly(schedule, forward=1, backward=2):
    return simulate(schedule, forward=Fraction(forward), backward=Fraction(backward))


@pytest.mark.parametrize("build", [gpipe, one_f_one_b])
@pytest.mark.parametrize(("D", "M"), sizes)
def test_bubble_of_gpipe_and_1f1b(build, D, M):
    """Idle over ideal (p − 1)/m, arXiv 2104.04473 section 2.2; over total (p − 1)/(m + p − 1)."""
    for forward, backward in [(1, 2), (1, 1), (3, 2), (Fraction(2, 3), Fraction(1, 7))]:
        timeline = exactly(build(D, M), forward, backward)
        assert timeline.idle_over_ideal == Fraction(D - 1, M)
        assert timeline.idle_fraction == Fraction(D - 1, M + D - 1)
        assert timeline.length == (M + D - 1) * (forward + backward)


@given(stages, st.integers(1, 4), st.integers(1, 4), fractions, fractions)
def test_bubble_of_interleaved_1f1b(D, groups, v, forward, backward):
    """Idle over ideal (p − 1)/(v·m), arXiv 2104.04473 section 2.2; a chunk takes 1/v of a stage."""
    M = D * groups
    timeline = exactly(interleaved(D, M, v), forward / v, backward / v)
    assert timeline.idle_over_ideal == Fraction(D - 1, v * M)
    assert timeline.busy == [M * (forward + backward)] * D


@pytest.mark.parametrize(("D", "M"), sizes)
def test_activations_in_flight_by_stage(D, M):
    """GPipe holds all M, 1F1B at most D − s on stage s (arXiv 2104.04473, section 2.2)."""
    assert simulate(gpipe(D, M)).peak_activations == [M] * D
    assert simulate(one_f_one_b(D, M)).peak_activations == [min(M, D - s) for s in range(D)]


@given(stages, st.integers(2, 4), st.integers(2, 4))
def test_interleaving_costs_memory(D, groups, v):
    """First stage: 1 + (p − 1)/(p·v) times the memory of 1F1B (arXiv 2205.05198, section 4.2.3)."""
    chunks = simulate(interleaved(D, D * groups, v)).peak_activations[0]
    assert Fraction(chunks, v) == D * (1 + Fraction(D - 1, D * v))


@given(stages, st.integers(0, 12), times, times, times)
def test_bubbles_of_the_zero_bubble_schedules(D, more, forward, backward, weight):
    """Table 2 of arXiv 2401.10241. Bubble: idle time within a stage's own window, at most.

    The paper draws the schedules for T_F = T_B = T_W and gives formulas in all three. What they
    presuppose: T_W ≤ T_F (else W delays what others wait for), 2·T_W ≤ T_F + T_B (no bubble is
    below 0), and M ≥ 2p − 1, so that ZB-H2 has room for its warm-up. 1F1B knows no W: its
    backward pass takes T_B + T_W.
    """
    M, weight = 2 * D - 1 + more, min(weight, forward, (forward + backward) // 2)
    split = {"forward": forward, "backward": backward, "weight": weight}
    whole = {"forward": forward, "backward": backward + weight}
    for build, cost, bubble in [
        (one_f_one_b, whole, forward + backward + weight),
        (zb_h1, split, forward + backward - weight),
        (zb_h2, split, forward + backward - 2 * weight),
    ]:
        timeline = simulate(build(D, M), **cost)
        assert max(timeline.idle_within) == (D - 1) * bubble
        assert timeline.busy == [M * (forward + backward + weight)] * D


@given(stages, st.integers(0, 12), times)
def test_no_bubble_where_the_three_times_are_equal(D, more, time):
    M = 2 * D - 1 + more
    timeline = simulate(zb_h2(D, M), forward=time, backward=time, weight=time)
    assert timeline.idle_within == [0] * D
    assert timeline.length == (3 * M + D - 1) * time  # each stage starts one slot after the last


@given(stages, st.integers(0, 12))
def test_activations_of_the_zero_bubble_schedules(D, more):
    """Table 2 of arXiv 2401.10241: p, p and 2p − 1 micro-batches on the first stage."""
    M = 2 * D - 1 + more
    peaks = [simulate(build(D, M)).peak_activations for build in (one_f_one_b, zb_h1, zb_h2)]
    assert [peak[0] for peak in peaks] == [D, D, 2 * D - 1]
    assert [max(peak) for peak in peaks] == [D, D, 2 * D - 1]


@pytest.mark.parametrize(("D", "M"), sizes)
@pytest.mark.parametrize("build", [gpipe, one_f_one_b, zb_h1, zb_h2])
def test_each_micro_batch_goes_through_and_back(build, D, M):
    hops = simulate(build(D, M), hop=3).hops
    near = np.eye(D, k=1, dtype=int) + np.eye(D, k=-1, dtype=int)
    np.testing.assert_array_equal(hops, M * near)
    assert hops.sum() == 2 * M * (D - 1)
    assert hops.dtype.kind == "i"


@given(stages, st.integers(1, 3), st.integers(1, 4))
def test_chunks_multiply_the_hops(D, groups, v):
    """v chunks: v·p − 1 hops forward and as many back, unless there is nowhere else to go."""
    M = D * groups
    hops = simulate(interleaved(D, M, v)).hops
    assert hops.sum() == (2 * M * (v * D - 1) if D > 1 else 0)
    assert not hops.diagonal().any()
    if D > 2:
        assert hops[D - 1, 0] == hops[0, D - 1] == M * (v - 1)
