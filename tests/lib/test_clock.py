"""The simulated clock: computing, messages on ports, and who waits for whom."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from shardlab import Mesh, hardware, run
from shardlab.errors import ShardError
from shardlab.hardware import A100, ROUND, Hardware
from shardlab.words import duration, size

UNIT = Hardware(flops=1.0, alpha=2.0, beta=0.5)
WORD = np.zeros(2, dtype=np.int8)  # α + 2β = 3 seconds
COST = 3.0


def test_computing_takes_flops_over_flops():
    def fn(dev):
        dev.compute(flops=4 * (dev.rank + 1), what="forward")
        dev.compute(flops=1)

    timeline = run(fn, Mesh(tp=2), hardware=UNIT).timeline
    assert timeline.length == 9
    assert timeline.busy == [5, 9]
    assert timeline.idle_fraction == (2 * 9 - 14) / (2 * 9)
    assert [(s.device, s.what, s.start, s.end) for s in timeline.slots] == [
        (0, "forward", 0, 4),
        (1, "forward", 0, 8),
        (0, "compute", 4, 5),
        (1, "compute", 8, 9),
    ]


@given(*[st.integers(1, 6)] * 3)
def test_matmul_is_numpys_and_takes_two_operations_a_product(b, d_in, d_out):
    rng = np.random.default_rng([b, d_in, d_out])
    X, W = rng.normal(size=(3, b, d_in)), rng.normal(size=(d_in, d_out))
    result = run(lambda dev: dev.matmul(X, W), Mesh(tp=1), hardware=UNIT)
    np.testing.assert_array_equal(result.outputs[0], X @ W)
    assert result.timeline.length == 2 * 3 * b * d_in * d_out


def test_a_receiver_waits_for_the_message_and_a_sender_goes_on():
    def fn(dev):
        if dev.rank == 0:
            dev.compute(flops=10)
            dev.send(WORD, 1)
            dev.compute(flops=1)
        else:
            dev.recv(0, like=WORD)

    timeline = run(fn, Mesh(pp=2), hardware=UNIT).timeline
    assert [(s.device, s.what, s.start, s.end) for s in timeline.slots] == [
        (0, "compute", 0, 10),
        (1, "recv", 0, 10 + COST),
        (0, "compute", 10, 11),
    ]


def test_a_message_that_is_there_is_taken_at_once():
    def fn(dev):
        if dev.rank == 0:
            dev.send(WORD, 1)
        else:
            dev.compute(flops=100)
            dev.recv(0, like=WORD)

    assert run(fn, Mesh(pp=2), hardware=UNIT).timeline.length == 100


@given(st.integers(2, 9))
def test_a_port_carries_one_message_at_a_time(n):
    def out(dev):
        if dev.rank:
            return dev.recv(0, like=WORD)
        for dst in range(1, dev.size):
            dev.send(WORD, dst)

    def into(dev):
        if dev.rank:
            return dev.send(WORD, 0)
        for src in range(dev.size - 1, 0, -1):
            dev.recv(src, like=WORD)

    for fn in (out, into):
        assert run(fn, Mesh(tp=n), hardware=UNIT).timeline.length == (n - 1) * COST


@given(st.lists(st.integers(0, 30), min_size=1, max_size=6), st.randoms())
def test_messages_come_in_as_they_arrive_in_whatever_order_they_are_taken(delays, random):
    """Each sender computes first; the receiver's port takes what is there first, first."""
    n = len(delays)
    order = random.sample(range(1, n + 1), n)

    def fn(dev):
        if dev.rank:
            dev.compute(flops=delays[dev.rank - 1])
            return dev.send(WORD, 0)
        for src in order:
            dev.recv(src, like=WORD)

    port = 0
    for sent in sorted(delays):
        port = max(port, sent) + COST
    free = all(b - a >= COST for a, b in pairwise(sorted(delays)))
    length = run(fn, Mesh(pp=n + 1), hardware=UNIT).timeline.length
    assert length == port if free else max(delays) + COST <= length <= max(delays) + n * COST


@given(st.integers(2, 9), st.integers(1, 5))
def test_a_ring_of_messages_takes_a_round_each(n, rounds):
    def ring(dev):
        for _ in range(rounds):
            dev.send(WORD, (dev.rank + 1) % dev.size)
            dev.recv((dev.rank - 1) % dev.size, like=WORD)

    result = run(ring, Mesh(tp=n), hardware=UNIT)
    assert result.timeline.length == rounds * COST
    assert result.traffic.steps == rounds


def test_a_collective_starts_when_the_last_device_comes():
    def fn(dev):
        dev.compute(flops=5 * dev.rank)
        dev.all_reduce(np.zeros(4, dtype=np.float16))
        dev.compute(flops=1)

    timeline = run(fn, Mesh(tp=2), hardware=UNIT).timeline  # 2 rounds of α + 4 bytes
    assert [(s.device, s.kind, s.start, s.end) for s in timeline.slots if s.kind != "compute"] == [
        (0, "wait", 0, 5),
        (0, "communicate", 5, 13),
        (1, "communicate", 5, 13),
    ]
    assert timeline.length == 14


def test_a_collective_waits_for_the_messages_before_it():
    def fn(dev):
        if dev.rank == 0:
            dev.send(WORD, 1)
        dev.all_reduce(np.zeros(2, dtype=np.float16))
        if dev.rank == 1:
            dev.recv(0, like=WORD)

    assert run(fn, Mesh(tp=2), hardware=UNIT).timeline.length == COST + 2 * (2 + 2 / 2)


@given(st.integers(1, 6), st.integers(1, 8), st.integers(1, 4), st.integers(1, 4))
def test_a_pipeline_of_messages_has_the_bubble_of_its_schedule(D, M, forward, hop):
    """Forward passes only: each stage idles while the first micro-batch is on its way to it."""
    link = Hardware(flops=1.0, alpha=float(hop))

    def stage(dev):
        x = np.zeros(0)
        for _ in range(M):
            if dev.rank:
                x = dev.recv(dev.rank - 1, like=x)
            dev.compute(flops=forward, what="F")
            if dev.rank < dev.size - 1:
                dev.send(x, dev.rank + 1)

    timeline = run(stage, Mesh(pp=D), hardware=link).timeline
    slowest = max(forward, hop if D > 1 else 0)  # the link, too, carries one at a time
    assert timeline.length == (D - 1) * (forward + hop) + forward + (M - 1) * slowest


@pytest.mark.parametrize("flops", [-1, np.nan, np.inf, 10**400, "many", None, True])
def test_flops_are_a_number(flops):
    with pytest.raises(ShardError, match="compute: flops is a number, 0 or more; it was"):
        run(lambda dev: dev.compute(flops=flops), Mesh(tp=1))


# operations a second (16 bits, dense), bytes of memory, bytes a second in one direction: from
# NVIDIA's data sheets (V100 SXM2 32 GB, A100 SXM4 80 GB, H100 SXM5 80 GB; NVLink is given there for
# both directions together) and the links' names
PUBLISHED = {
    "V100": (125e12, 32e9, 300e9 / 2),
    "A100": (312e12, 80e9, 600e9 / 2),
    "H100": (989e12, 80e9, 900e9 / 2),
    "A100_INFINIBAND": (312e12, 80e9, 200e9 / 8),
    "A100_ETHERNET": (312e12, 80e9, 10e9 / 8),
}


@pytest.mark.parametrize("name", PUBLISHED)
def test_presets_are_what_is_published(name):
    preset = getattr(hardware, name)
    flops, memory, bandwidth = PUBLISHED[name]
    assert (preset.flops, preset.memory) == (flops, memory)
    assert 1 / preset.beta == pytest.approx(bandwidth, rel=1e-12)
    assert preset.alpha == (3.4e-6 if name in ("V100", "A100", "H100") else 14e-6)
    assert "data sheet" in preset.source


def test_every_preset_is_checked_and_shows_itself():
    presets = {name for name, each in vars(hardware).items() if isinstance(each, Hardware)}
    assert presets == {*PUBLISHED, "ROUND"}
    assert repr(A100) == "Hardware(A100: 312 TFLOP/s, memory 80 GB, α 3.4 µs, β 3.333 ps a byte)"
    assert repr(ROUND) == (
        "Hardware(round numbers: 1 TFLOP/s, memory no limit, α 1 µs, β 1 ns a byte)"
    )


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"flops": 0}, "flops is a number above 0; it was 0"),
        ({"flops": 1, "memory": -1}, "memory is a number above 0"),
        ({"flops": 1, "alpha": -1}, "alpha is a number 0 or more"),
        ({"flops": 1, "beta": "fast"}, "beta is a number 0 or more; it was 'fast'"),
        ({"flops": 1, "alpha": float("inf")}, "with an infinite alpha no message arrives"),
    ],
)
def test_impossible_hardware_is_refused(wrong, words):
    with pytest.raises(ShardError, match=words):
        Hardware(**wrong)


def test_run_takes_hardware_only():
    with pytest.raises(ShardError, match=r"for example A100 .*; it was 'A100'"):
        run(lambda dev: None, Mesh(tp=1), hardware="A100")


def test_sizes_and_times_in_words():
    words = {
        0: "0 B",
        512: "512 B",
        1500: "1.5 kB",
        999_999: "1 MB",
        80e9: "80 GB",
        2e15: "2e+03 TB",
    }
    assert {n: size(n) for n in words} == words
    words = {0: "0 s", 2.5e-7: "250 ns", 3.4e-6: "3.4 µs", 0.012: "12 ms", 90: "90 s"}
    assert {t: duration(t) for t in words} == words
