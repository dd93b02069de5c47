"""What explorers show is what runs measure, and what is published of it."""

import re
import xml.etree.ElementTree as ET
from itertools import pairwise, product
from math import log2

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shardlab import Mesh, explore, run
from shardlab.explore.memory import KEPT, _at_peak, _train
from shardlab.explore.pipeline import RULES, _execute
from shardlab.explore.ring import history
from shardlab.explore.stragglers import SLOWEST, UNTIL, _fit
from shardlab.hardware import Hardware
from shardlab.pipeline import simulate
from shardlab.words import duration, size

from .schedules import gpipe, interleaved, one_f_one_b, zb_h2

SVG = "{http://www.w3.org/2000/svg}"


def svg_texts(html):
    tree = ET.fromstring(f"<div>{html}</div>")
    return [text.text for text in tree.iter(f"{SVG}text")]


def paragraphs(html):
    return re.findall(r"<p>(.*?)</p>", html)


# -- ring ------------------------------------------------------------------------------------


def ring(dev, x, states):
    """An all-reduce by messages; notes what this device holds after each step."""
    n, x = dev.size, x.copy()
    for step in range(2 * (n - 1)):
        out = (dev.rank - 1 - step) % n if step < n - 1 else (dev.rank - step + n - 1) % n
        dev.send(x[out : out + 1], (dev.rank + 1) % n)
        into = (out - 1) % n
        came = dev.recv((dev.rank - 1) % n, like=x[:1])
        x[into] = came[0] + (x[into] if step < n - 1 else 0)
        states[dev.rank, step + 1] = x.copy()
    return x


@pytest.mark.parametrize("n", range(1, 9))
def test_the_ring_shows_what_each_device_holds_after_each_step(n):
    _, x = history(n)
    states = {(device, 0): x[device] for device in range(n)}
    done = run(lambda dev: ring(dev, x[dev.rank], states), Mesh(dp=n))
    for step in range(2 * (n - 1) + 1):
        html = explore.ring_view(n, step)
        shown = [float(t) for t in svg_texts(html) if re.fullmatch(r"-?\d+(\.\d+)?", t)]
        assert shown == [value for device in range(n) for value in states[device, step]]
        if 0 < step:
            sent = step * done.traffic.bytes_sent[0] // (2 * (n - 1))
            assert f"Sent so far by each device: {size(int(sent))}," in html
            assert f"Complete sums: {html.count('font-weight')} of {n * n}" in html
        if step == 2 * (n - 1):
            assert all(np.array_equal(states[d, step], x.sum(axis=0)) for d in range(n))


def test_the_step_slider_ends_where_the_ring_does():
    n, step, out = explore.ring().children
    assert step.max == 6
    n.value = 8
    step.value = 14
    assert step.max == 14 and "Complete sums: 64 of 64" in out.value
    n.value = 3
    assert (step.max, step.value) == (4, 4) and "Complete sums: 9 of 9" in out.value


# -- pipeline --------------------------------------------------------------------------------


@settings(max_examples=40)
@given(st.integers(1, 8), st.integers(1, 16), st.sampled_from([1.0, 1.5, 2.0, 3.0]))
def test_under_the_limits_the_published_schedules_come_about(D, M, ratio):
    for name, published in (("GPipe", gpipe), ("1F1B", one_f_one_b)):
        found = _execute(D, M, name, ratio)
        assert [[slot.operation for slot in own] for own in found.by_stage] == published(D, M)
        wanted = simulate(published(D, M), forward=1, backward=ratio)
        assert found.length == wanted.length
    split = _execute(D, M, "zero bubble", 2.0)
    wanted = simulate(zb_h2(D, M), forward=1, backward=1, weight=1)
    assert split.length <= wanted.length and max(split.idle_within) <= max(wanted.idle_within)
    assert max(split.peak_activations) <= 2 * D - 1
    if M % D == 0:
        chunks = _execute(D, M, "interleaved", 2.0)
        wanted = simulate(interleaved(D, M, 2), forward=0.5, backward=1)
        assert chunks.length == wanted.length
        peaks = zip(chunks.peak_activations, wanted.peak_activations, strict=True)
        assert all(found <= published for found, published in peaks)


@pytest.mark.parametrize(("D", "M", "name"), list(product((1, 3, 4), (1, 5, 8), RULES)))
def test_the_pipeline_says_what_its_timeline_measured(D, M, name):
    html = explore.pipeline_view(D, M, name)
    timeline = _execute(D, M, name, 2.0)
    (said,) = paragraphs(html)
    assert f"{timeline.idle_fraction:.3f} of the total time" in said
    assert f"{timeline.idle_over_ideal:.3f} of the ideal" in said
    held = [peak / RULES[name].chunks for peak in timeline.peak_activations]
    assert f"Stage 0 holds {held[0]:g} micro-batches" in said
    assert re.search("Held: |activations held", html)
    for stage, count in enumerate(held):
        assert f"stage {stage} {count:g}" in html


# -- memory ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("zero", "gigabytes"), [(0, 120), (1, 31.4), (2, 16.6), (3, 1.88)])
def test_states_are_those_of_the_zero_paper(zero, gigabytes):
    """arXiv 1910.02054, figure 1: 7.5 B parameters, Adam, mixed precision, 64 devices."""
    done = _train(7_500_000_000, 2, 1, "mixed", "Adam", 1, 64, zero, 1)
    held = _at_peak(done.memory.history[0])
    held.pop("activations")
    assert sum(held.values()) / 1e9 == pytest.approx(gigabytes, rel=3e-3)


@settings(max_examples=40, deadline=None)
@given(
    st.integers(1, 10**12),
    st.integers(1, 12),
    st.integers(1, 9),
    st.integers(1, 9),
    st.sampled_from(["FP32", "mixed"]),
    st.sampled_from([("SGD", 0), ("momentum", 4), ("Adam", 8)]),
    st.integers(0, 3),
)
def test_memory_adds_up(P, layers, N, k, precision, optimizer, zero):
    name, more = optimizer
    tokens, d_model = 128, 24
    done = _train(P, layers, d_model, precision, name, N, k, zero, tokens)
    cut, mixed = -(-P // N), precision == "mixed"
    each = -(-cut // k)
    number = 2 if mixed else 4
    states = number * (each if zero == 3 else cut) + number * (each if zero >= 2 else cut)
    states += (more + 4 * mixed) * (each if zero else cut)
    one = number * -(-tokens * d_model // N)
    peaks = done.memory.peak_bytes
    assert peaks[0] == states + layers * KEPT * one
    assert peaks[1] == states + layers * number * tokens * d_model + (KEPT - 1) * one
    for changes, peak in zip(done.memory.history, peaks, strict=True):
        assert sum(_at_peak(changes).values()) == peak
    html = explore.memory_view(
        P, layers, d_model, precision=precision, optimizer=name, N=N, k=k, zero=zero, tokens=tokens
    )
    assert all(size(int(peak)) in paragraphs(html)[0] for peak in peaks)
    assert paragraphs(html)[0].count("fits") == sum(peak <= 80e9 for peak in peaks)
    assert "device 0" not in html and "device 1" not in html  # they are two ways, not two devices


# -- scaling ---------------------------------------------------------------------------------

ks = st.integers(2, 32)
seconds = st.floats(1e-3, 10)


@settings(max_examples=40, deadline=None)
@given(
    ks,
    seconds,
    st.floats(1e3, 1e10),
    st.floats(1e-7, 1e-3),
    st.floats(1e-12, 1e-9),
    st.floats(0, 1),
)
def test_scaling_says_what_the_clock_should_say(k, t_compute, nbytes, alpha, beta, overlap):
    html = explore.scaling_view(k, t_compute, nbytes, alpha=alpha, beta=beta, overlap=overlap)
    levels = int(np.ceil(log2(k)))
    t_comm = {
        "Ring": 2 * (k - 1) * alpha + 2 * (k - 1) / k * nbytes * beta,
        "Tree": 2 * levels * (alpha + nbytes * beta),
    }
    *said, crossover = paragraphs(html)
    for line, (name, talk) in zip(said, t_comm.items(), strict=True):
        step = max(t_compute / k, (1 - overlap) * t_compute / k + talk)
        S = t_compute / step
        found = re.search(
            r"T_comm = (.*?), a step takes (.*?), .* S = (.*?), efficiency (.*?)\.$", line
        )
        assert line.startswith(f"{name}, k = {k}:")
        assert found[1] == duration(talk) and found[2] == duration(step)
        assert float(found[3]) == pytest.approx(S, rel=5e-3)
        assert float(found[4]) == pytest.approx(S / k, rel=5e-3)
    quicker = "ring" if t_comm["Ring"] <= t_comm["Tree"] else "tree"
    if "not quicker" in crossover:
        assert quicker == "ring"
    elif abs(t_comm["Ring"] - t_comm["Tree"]) > 1e-9 * t_comm["Ring"]:
        assert crossover.endswith(f"it is the {quicker}.")


def test_at_the_crossover_ring_and_tree_take_equally_long():
    html = explore.scaling_view(8, 1, 1e6, alpha=1e-5, beta=1e-9)
    said = re.search(r"array of (.*?) (k|M)B", html)
    n = float(said[1]) * {"k": 1e3, "M": 1e6}[said[2]]
    link = Hardware(flops=1e12, alpha=1e-5, beta=1e-9 * n / 64)
    ring, tree = (
        run(lambda dev: dev.all_reduce(np.zeros(8)), Mesh(dp=8), hardware=link, algorithm=name)
        for name in ("ring", "tree")
    )
    assert ring.timeline.length == pytest.approx(tree.timeline.length, rel=0.01)


# -- mesh ------------------------------------------------------------------------------------


@settings(max_examples=30, deadline=None)
@given(st.integers(1, 4), st.integers(1, 4), st.integers(1, 4), st.integers(1, 9), st.data())
def test_the_mesh_shows_groups_and_traffic_of_runs(dp, pp, tp, node, data):
    rank = data.draw(st.integers(0, dp * pp * tp - 1))
    mesh = Mesh(dp=dp, pp=pp, tp=tp)
    html = explore.mesh_view(dp, pp, tp, rank, node)
    where = run(lambda dev: (dev.coordinates, {a: dev[a].ranks for a in mesh.axes}), mesh).outputs
    place, groups = where[rank]
    assert f"stands at dp {place['dp']}, pp {place['pp']}, tp {place['tp']}." in html
    rows = {
        cells[0]: cells
        for row in re.findall(r"<tr>(.*?)</tr>", html)
        if (cells := re.findall(r"<t[dh].*?>(.*?)</t[dh]>", row))
    }
    for axis in mesh.axes:
        assert rows[axis][1] == ", ".join(map(str, groups[axis]))
        within, between = _bytes(mesh, axis, node)
        assert rows[axis][4:] == [size(within), size(between)]
    crossing = [axis for axis in ("tp", "pp", "dp") if _bytes(mesh, axis, node)[1]]
    assert all(f"{axis} (" in paragraphs(html)[-1] for axis in crossing)


def _bytes(mesh, axis, node):
    """Bytes of the step along an axis, counted from what it is said to do: (within, between)."""
    found = [0, 0]
    for group in {mesh.group(rank, axis) for rank in range(mesh.size)}:
        n = len(group)
        if axis == "pp":
            pairs = [(a, b, 4096) for a, b in pairwise(group)]
            pairs += [(b, a, each) for a, b, each in pairs]
        else:
            length, times = (4096, 2) if axis == "tp" else (65536 // (mesh.size // n), 1)
            pairs = []
            if n > 1:
                chunks = [length // n + (i < length % n) for i in range(n)]
                for first in (-1, 0):
                    for step, i in product(range(n - 1), range(n)):
                        sent = chunks[(i + first - step) % n] * times
                        pairs.append((group[i], group[(i + 1) % n], sent))
        for a, b, sent in pairs:
            found[a // node != b // node] += sent
    return found


# -- stragglers ------------------------------------------------------------------------------


@pytest.mark.parametrize(("k", "slow", "lr"), [(2, 1, 0.01), (4, 3, 0.05), (8, SLOWEST, 0.2)])
def test_stragglers_are_those_of_the_simulation(k, slow, lr):
    html = explore.stragglers_view(k, slow, lr)
    for line, mode in zip(paragraphs(html), ("synchronous", "asynchronous"), strict=False):
        done = _fit([1] * (k - 1) + [slow], lr, UNTIL, mode)
        assert line.startswith(f"{mode.capitalize()}: {len(done.updates)} updates in 60 s")
        assert f"idle {np.mean(done.idle_fraction):.1%} of" in line
        assert f"staleness {np.mean(done.staleness):.3g} on average and at most" in line
        assert f"at most {max(done.staleness)};" in line


def test_with_a_straggler_asynchronous_sgd_gets_on_faster_until_gradients_are_too_stale():
    losses = {}
    for lr in (0.05, 0.4):
        lines = paragraphs(explore.stragglers_view(8, 8, lr))
        losses[lr] = [line.split("→ ")[1] for line in lines[:2]]
    assert float(losses[0.05][1].rstrip(".")) < float(losses[0.05][0].rstrip(".")) / 2
    assert losses[0.4][1].startswith("it diverges") and float(losses[0.4][0].rstrip(".")) < 0.1
