"""SGD with stragglers: each update is of the weights that its worker had, and nothing else is."""

import re
import xml.etree.ElementTree as ET
from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shardlab import draw
from shardlab.errors import ShardError
from shardlab.sgd import simulate_sgd

SVG = "{http://www.w3.org/2000/svg}"
rng = np.random.default_rng(19)
A = rng.normal(size=(5, 3))

times = st.lists(st.integers(1, 9), min_size=1, max_size=5)
untils = st.integers(1, 40)


def gradient(w, worker, step):
    """Differs by worker, by step and by weights."""
    return A[worker] * (w - step) + A[(worker + step) % 5]


def sgd(seconds, until, mode, fn=gradient, w0=(1.0, -2.0, 3.0), lr=0.05):
    return simulate_sgd(fn, np.array(w0), seconds=seconds, lr=lr, until=until, mode=mode)


@given(times, untils)
def test_synchronous_is_sgd_on_the_mean_gradient(seconds, until):
    found = sgd(seconds, until, "synchronous")
    w = np.array([1.0, -2.0, 3.0])
    for step, update in enumerate(found.updates):
        w = w - 0.05 * np.mean([gradient(w, i, step) for i in range(len(seconds))], axis=0)
        np.testing.assert_allclose(update.weights, w)
        assert update[:3] == ((step + 1) * max(seconds), None, 0)
    assert len(found.updates) == until // max(seconds)
    np.testing.assert_allclose(found.weights, w)


@given(times, untils)
def test_asynchronous_applies_each_gradient_when_it_arrives(seconds, until):
    """Told once more from its definition: the arrivals sorted, the fetches looked up."""
    found = sgd(seconds, until, "asynchronous")
    arrivals = sorted(
        (own * n, worker, n - 1)
        for worker, own in enumerate(seconds)
        for n in range(1, until // own + 1)
    )
    w, seen, last = [np.array([1.0, -2.0, 3.0])], [], [0] * len(seconds)
    for now, worker, step in arrivals:
        w.append(w[-1] - 0.05 * gradient(w[last[worker]], worker, step))
        seen.append((now, worker, len(w) - 2 - last[worker]))
        last[worker] = len(w) - 1
    assert [update[:3] for update in found.updates] == seen
    for update, weights in zip(found.updates, w[1:], strict=True):
        np.testing.assert_allclose(update.weights, weights)
    assert found.staleness == [staleness for *_, staleness in seen]


@given(st.integers(1, 8), st.integers(2, 9))
def test_equal_workers_are_stale_by_all_others(k, rounds):
    found = sgd([2] * k, 2 * rounds, "asynchronous", lambda w, worker, step: w)
    assert found.staleness == [*range(k), *[k - 1] * k * (rounds - 1)]


def test_one_worker_is_plain_sgd_in_both_modes():
    one, other = (sgd([3], 30, mode) for mode in ("synchronous", "asynchronous"))
    assert [u.weights.tolist() for u in one.updates] == [u.weights.tolist() for u in other.updates]
    assert one.idle_fraction == other.idle_fraction == [0]


@given(times, untils, st.sampled_from(["synchronous", "asynchronous"]))
def test_idle_is_what_the_timeline_leaves_free(seconds, until, mode):
    found = sgd(seconds, until, mode)
    for worker, idle in enumerate(found.idle_fraction):
        own = [step for step in found.timeline.steps if step.worker == worker]
        assert idle == pytest.approx(1 - sum(s.end - s.start for s in own) / until, abs=1e-12)
        assert all(one.end <= other.start for one, other in pairwise(own))
        assert 0 <= own[0].start and own[-1].end <= until
        if mode == "asynchronous":
            assert idle == 0
    applied = [s.staleness for s in found.timeline.steps if s.staleness is not None]
    each = 1 if mode == "asynchronous" else len(seconds)
    assert len(applied) == each * len(found.updates)


def test_a_time_counts_as_it_is_written():
    """3 × 0.1 is 0.30000000000000004 in floats: then worker 1 would come first."""
    for own in ([0.1, 0.3], [np.float32(0.1), np.float64(0.3)], [Fraction(1, 10), 0.3]):
        found = sgd(own, 0.3, "asynchronous")
        assert [(u.time, u.worker) for u in found.updates] == [
            (0.1, 0),
            (0.2, 0),
            (0.3, 0),
            (0.3, 1),
        ]


def test_weights_are_copies():
    kept = []

    def spoils(w, worker, step):
        kept.append(w)
        g = w.copy()
        w[:] = 99
        return g

    w0 = np.array([4.0, 2.0])
    found = sgd([1, 2], 4, "asynchronous", spoils, w0)
    w0[:] = 0
    for w in kept:
        w[:] = -1
    same = sgd([1, 2], 4, "asynchronous", lambda w, worker, step: w, [4.0, 2.0])
    assert found.weights.tolist() == same.weights.tolist()
    with pytest.raises(ValueError, match="read-only"):
        found.updates[0].weights[0] = 3


def test_a_straggler_costs_time_or_freshness():
    """What the lesson argues from: one worker three times as slow."""
    slow = [1, 1, 1, 3]
    together, alone = sgd(slow, 12, "synchronous"), sgd(slow, 12, "asynchronous")
    assert (len(together.updates), len(alone.updates)) == (4, 40)
    assert together.idle_fraction == pytest.approx([2 / 3] * 3 + [0])
    assert max(alone.staleness) == 9 and together.staleness == [0] * 4


def test_weights_may_have_any_shape():
    for w0 in (2.0, [1], np.ones((2, 3)), np.arange(3)):
        found = sgd([1, 2], 5, "asynchronous", lambda w, worker, step: w, w0)
        assert found.weights.shape == np.shape(w0) and found.weights.dtype == np.float64


def test_a_run_says_what_it_was():
    found = sgd([1, 3], 6, "asynchronous")
    assert repr(found) == (
        "SgdRun(asynchronous, 8 updates, mean staleness 0.875; idle by worker: 0.0%, 0.0%)"
    )
    assert repr(found.timeline) == "SgdTimeline(2 workers, asynchronous, 6 s, 8 updates)"
    assert "0 updates;" in repr(sgd([9], 6, "synchronous"))


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"gradient": 3}, r"gradient is a function gradient\(w, worker, step\), but it was an int"),
        ({"gradient": lambda w, i, step: None}, r"worker 0, step 0, .* \(2,\), .* but it was None"),
        ({"gradient": lambda w, i, step: w[:1]}, r"it was an array \(1,\)"),
        ({"gradient": lambda w, i, step: "no"}, "it was a str"),
        ({"gradient": lambda w, i, step: -30.0 * w, "lr": 1e30}, "at .* the run diverges; take"),
        ({"w0": "w"}, "w0 is an array of real numbers, but it was a str"),
        ({"w0": [np.nan]}, "not finite"),
        ({"seconds": []}, r"for example \[1, 1, 3\]"),
        ({"seconds": 3}, r"for example \[1, 1, 3\]"),
        ({"seconds": [1, 0]}, r"seconds\[1\] is a time in seconds above 0, .*; it was 0"),
        ({"seconds": [np.True_, 1]}, r"seconds\[0\] is .* it was np.True_"),
        ({"seconds": [True]}, r"seconds\[0\] is .* it was True"),
        ({"seconds": [float("nan")]}, r"seconds\[0\] is .* it was nan"),
        ({"seconds": ["1"]}, r"seconds\[0\] is .* it was '1'"),
        ({"until": float("inf")}, "until is a time in seconds above 0, .*; it was inf"),
        ({"until": -1}, "until is .* it was -1"),
        ({"until": 10**400}, "until is a time"),
        ({"until": 1e9}, "2,000,000,000 gradients in 1e.09 s are too many, .* a smaller until"),
        ({"lr": 0}, "lr is a number above 0, from 1e-30 .*; it was 0"),
        ({"lr": None}, "lr is a number above 0, .*; it was None"),
        ({"mode": "async"}, """mode is "synchronous" or "asynchronous"; it was 'async'"""),
        ({"mode": []}, "mode is"),
    ],
)
def test_what_makes_no_sense_is_refused(change, said):
    given = {"seconds": [1, 1], "lr": 0.1, "until": 20, "mode": "asynchronous"}
    given |= {"gradient": lambda w, worker, step: w, "w0": [1.0, 2.0]} | change
    with pytest.raises(ShardError, match=said) as caught:
        simulate_sgd(given.pop("gradient"), given.pop("w0"), **given)
    assert "\n" not in str(caught.value)


NO_ARRAYS = ["1", ["1", "2"], b"12", bytearray(b"12"), {1: 2}, {1, 2}, None, 1j, [1j, 2]]
NO_ARRAYS += [np.array([1, 2j]), [10**400, 1], 10**400, [[1], [2, 3]], [True, False]]


@pytest.mark.parametrize("bad", NO_ARRAYS, ids=lambda bad: str(bad)[:20])
@pytest.mark.parametrize("mode", ["synchronous", "asynchronous"])
def test_what_is_no_array_of_real_numbers_is_refused(bad, mode):
    for fn, w0 in ((lambda w, *_: bad, [1.0, 2.0]), (lambda w, *_: w, bad)):
        with pytest.raises(ShardError, match=r"array .*of real numbers.* but it ") as caught:
            simulate_sgd(fn, w0, seconds=[1], lr=0.1, until=2, mode=mode)
        assert "\n" not in str(caught.value) and len(str(caught.value)) < 250


@pytest.mark.parametrize("bad", ["12", b"12", bytearray(b"12"), {1: 2}, {1, 2}, 1, None])
def test_seconds_come_in_order(bad):
    with pytest.raises(ShardError, match="seconds is a list of what each worker needs"):
        sgd(bad, 2, "synchronous")


@pytest.mark.parametrize("bad", [np.nan, np.inf])
def test_a_gradient_that_is_not_finite_is_named(bad):
    with pytest.raises(ShardError, match=f"worker 0, step 0, holds {bad}, though"):
        sgd([1], 2, "synchronous", lambda w, *_: w * 0 + bad)


def test_fractions_are_numbers():
    found = sgd(
        [1], 1, "synchronous", lambda w, *_: [Fraction(1, 2)], [Fraction(1, 4)], Fraction(1)
    )
    assert found.weights.tolist() == [-0.25]


# -- its picture -----------------------------------------------------------------------------


def drawn(picture, tag):
    tree = ET.fromstring(picture.svg)
    assert tree.get("aria-label") == picture.alt
    return list(tree.iter(f"{SVG}{tag}"))


@settings(max_examples=30)
@given(times, untils, st.sampled_from(["synchronous", "asynchronous"]))
def test_the_timeline_has_a_box_for_each_gradient(seconds, until, mode):
    found = sgd(seconds, until, mode)
    picture = draw.timeline(found)
    assert picture.svg == draw.timeline(found.timeline).svg == found.timeline._repr_html_()
    boxes = [r for r in drawn(picture, "rect") if r.get("height") == "24"]
    assert len([r for r in boxes if r.get("fill") != "none"]) == len(found.timeline.steps)
    waits = {r.get("x") for r in boxes if r.get("fill") == "none"}
    assert bool(waits) == any(found.idle_fraction)
    wide = [float(r.get("width")) for r in boxes if r.get("fill") != "none"]
    assert sum(wide) == pytest.approx(
        760 * sum(1 - idle for idle in found.idle_fraction), rel=1e-3, abs=1e-6
    )
    labels = [int(t.text) for t in drawn(picture, "text") if re.fullmatch(r"\d+", t.text)]
    roomy = 760 / until > 20
    assert not roomy or sorted(labels) == sorted(
        s.staleness for s in found.timeline.steps if s.staleness is not None
    )
    assert f"{len(found.updates)} updates" in picture.alt


def test_many_updates_and_workers_stay_small():
    found = sgd([0.01] * 3, 30, "asynchronous", lambda w, worker, step: 0.01 * w)
    picture = draw.timeline(found)
    assert len(picture.svg) < 100_000 and "9,000 updates, too many to mark" in picture.svg
    crowd = draw.timeline(sgd([1 + i % 3 for i in range(40)], 6, "synchronous", lambda w, *_: w))
    assert "worker 39" in crowd.svg and "worker 20" not in crowd.svg
