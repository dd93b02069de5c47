"""Each collective equals its NumPy definition, and moves the bytes that it is known to move."""

import pickle
from copy import deepcopy

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shardlab import Mesh, run, shard
from shardlab.errors import ShardError

sizes = st.integers(1, 9)
seeds = st.integers(0, 2**32 - 1)


def unequal(n, shape, seed=0):
    """One array a device, all different, as one array with a first axis for the device."""
    return np.random.default_rng(seed).normal(size=(n, *shape))


def on_devices(fn, xs):
    """Run fn(dev, x_i) with x_i = xs[i]."""
    return run(lambda dev, piece: fn(dev, piece[0]), Mesh(tp=len(xs)), shard(xs, axis=0))


@given(sizes, seeds, st.sampled_from(["sum", "max", "min", "mean"]))
def test_all_reduce(n, seed, op):
    xs = unequal(n, (3, 4), seed)
    result = on_devices(lambda dev, x: dev.all_reduce(x, op), xs)
    for y in result.outputs:
        np.testing.assert_allclose(y, getattr(np, op)(xs, axis=0), rtol=1e-12)


def test_sums_run_in_rank_order_to_the_last_bit():
    xs = unequal(7, (50,)) * 10.0 ** np.arange(7)[:, None]
    expected = xs[0]
    for x in xs[1:]:
        expected = expected + x
    result = on_devices(lambda dev, x: dev.all_reduce(x), xs)
    assert all(np.array_equal(y, expected) for y in result.outputs)


@given(sizes, st.integers(0, 2), st.integers(1, 12), seeds)
def test_all_gather_glues_uneven_pieces(n, axis, length, seed):
    shape = [2, 3, 4]
    shape[axis] = length
    whole = np.random.default_rng(seed).normal(size=shape)
    result = run(lambda dev, x: dev.all_gather(x, axis=axis), Mesh(tp=n), shard(whole, axis))
    assert all(np.array_equal(y, whole) for y in result.outputs)


@given(sizes, st.integers(0, 1), seeds)
def test_reduce_scatter_then_all_gather_is_all_reduce(n, axis, seed):
    xs = unequal(n, (5, 7), seed)

    def both(dev, x):
        mine = dev.reduce_scatter(x, axis=axis)
        return dev.all_gather(mine, axis=axis), dev.all_reduce(x)

    result = on_devices(both, xs)
    for glued, summed in result.outputs:
        assert np.array_equal(glued, summed)


@given(sizes, st.data())
def test_broadcast_and_scatter(n, data):
    src = data.draw(st.integers(0, n - 1))
    xs = unequal(n, (2, 3))

    def fn(dev, x):
        seen = dev.broadcast(x if dev.rank == src else None, src=src)
        handed = dev.scatter([x * i for i in range(n)] if dev.rank == src else None, src=src)
        dev.barrier()
        return seen, handed

    for rank, (seen, handed) in enumerate(on_devices(fn, xs).outputs):
        assert np.array_equal(seen, xs[src])
        assert np.array_equal(handed, xs[src] * rank)


@given(sizes, seeds)
def test_messages_arrive_in_the_order_sent(n, seed):
    xs = unequal(n, (4,), seed)

    def shift(dev, x):
        left, right = (dev.rank - 1) % dev.size, (dev.rank + 1) % dev.size
        dev.send(x, right)
        dev.send(-x, right)
        return dev.recv(left, like=x), dev.recv(left, like=x)

    for rank, (first, second) in enumerate(on_devices(shift, xs).outputs):
        assert np.array_equal(first, xs[rank - 1])
        assert np.array_equal(second, -xs[rank - 1])


# -- traffic ------------------------------------------------------------------------------------

COLLECTIVES = {
    "all_reduce": (lambda dev, x: dev.all_reduce(x), 2),
    "reduce_scatter": (lambda dev, x: dev.reduce_scatter(x, axis=0), 1),
    "all_gather": (
        lambda dev, x: dev.all_gather(np.array_split(x, dev.size)[dev.rank], axis=0),
        1,
    ),
}


@given(sizes, st.integers(1, 5), st.sampled_from(sorted(COLLECTIVES)))
def test_a_ring_moves_the_known_share_of_the_bytes(n, blocks, name):
    fn, passes = COLLECTIVES[name]
    xs = unequal(n, (blocks * n, 3))
    traffic = on_devices(fn, xs).traffic
    expected = passes * (n - 1) * xs[0].nbytes // n  # n divides the rows
    assert traffic.bytes_sent.tolist() == [expected] * n
    assert traffic.bytes_received.tolist() == [expected] * n
    assert traffic.messages_sent.tolist() == [passes * (n - 1)] * n
    assert traffic.steps == passes * (n - 1)
    assert traffic.calls == {name: 1}
    assert traffic.bytes_by_operation[name] == n * expected


@given(st.integers(2, 9), st.integers(1, 40))
def test_uneven_chunks_still_add_up(n, length):
    xs = unequal(n, (length,))
    traffic = on_devices(lambda dev, x: dev.all_reduce(x), xs).traffic
    assert traffic.bytes_sent.sum() == 2 * (n - 1) * xs[0].nbytes


def test_explicit_messages_are_charged_as_sent_and_steps_are_the_longest_chain():
    xs = unequal(5, (3,))

    def relay(dev, x):
        if dev.rank:
            x = dev.recv(dev.rank - 1, like=x)
        if dev.rank < dev.size - 1:
            dev.send(x, dev.rank + 1)

    def fan_out(dev, x):
        if dev.rank:
            return dev.recv(0, like=x)
        for dst in range(1, dev.size):
            dev.send(x, dst)

    chain, star = on_devices(relay, xs).traffic, on_devices(fan_out, xs).traffic
    assert chain.steps == 4
    assert star.steps == 1
    assert chain.bytes_sent.tolist() == [24, 24, 24, 24, 0]
    assert star.bytes_sent.tolist() == [96, 0, 0, 0, 0]
    assert star.bytes_between[0].tolist() == [0, 24, 24, 24, 24]
    assert star.bytes_by_operation == {"send": 96}


def test_groups_talk_side_by_side():
    def fn(dev, x):
        y = dev["tp"].all_reduce(x[0])
        return dev["dp"].all_gather(y, axis=0), dev["dp", "tp"].rank

    xs = unequal(6, (4,))
    result = run(fn, Mesh(dp=2, tp=3), shard(xs, axis=0))
    sums = [xs[:3].sum(axis=0), xs[3:].sum(axis=0)]
    for rank, (glued, place) in enumerate(result.outputs):
        np.testing.assert_allclose(glued, np.concatenate(sums))
        assert place == rank
    assert result.traffic.calls == {"all_reduce": 2, "all_gather": 3}
    assert result.traffic.steps == 4 + 1
    assert result.traffic.bytes_between[0, 3] > 0
    assert result.traffic.bytes_between[0, 4] == 0


def test_one_device_needs_no_communication():
    xs = unequal(1, (4, 2))
    for fn, _ in COLLECTIVES.values():
        result = on_devices(fn, xs)
        assert np.array_equal(result.outputs[0], xs[0])
        assert result.traffic.bytes_sent.sum() == result.traffic.steps == 0


# -- devices share nothing ----------------------------------------------------------------------


def test_results_and_arguments_are_new_arrays():
    x = np.arange(6.0)
    held = []

    def fn(dev, mine, options):
        results = [
            dev.all_reduce(mine),
            dev.all_gather(mine, axis=0),
            dev.broadcast(mine, src=0),
            dev.reduce_scatter(mine, axis=0),
        ]
        options["seen"] = dev.rank
        held.extend([mine, *results])
        return options

    result = run(fn, Mesh(tp=3), x, {"seen": None})
    assert [output["seen"] for output in result.outputs] == [0, 1, 2]
    arrays = [x, *held]
    for i, one in enumerate(arrays):
        assert not any(np.shares_memory(one, other) for other in arrays[i + 1 :])


def test_a_message_is_a_copy_of_what_was_sent():
    def fn(dev, x):
        if dev.rank == 0:
            dev.send(x, 1)
            x[:] = -1
            return x
        return dev.recv(0, like=x)

    result = run(fn, Mesh(tp=2), np.arange(4.0))
    assert result.outputs[1].tolist() == [0, 1, 2, 3]


@pytest.mark.parametrize("dtype", ["float32", "float64", "int64", "complex128"])
def test_dtypes_are_kept(dtype):
    x = np.arange(6).astype(dtype)
    result = run(
        lambda dev, x: (dev.all_reduce(x), dev.all_gather(x, axis=0), dev.broadcast(x, src=0)),
        Mesh(tp=2),
        x,
    )
    assert {y.dtype for output in result.outputs for y in output} == {np.dtype(dtype)}


def test_the_callers_errstate_holds_on_every_device():
    with np.errstate(divide="raise"), pytest.raises(FloatingPointError):
        run(lambda dev, x: 1 / x, Mesh(tp=2), np.zeros(3))


def test_shards_for_another_number_of_devices_are_refused():
    with pytest.raises(ShardError, match=r"argument 2 was cut for 2 devices, but Mesh\(tp=3\)"):
        run(lambda dev, x, w: None, Mesh(tp=3), np.zeros(3), shard(np.zeros(4), 0, n=2))


@settings(max_examples=20)
@given(sizes)
def test_two_runs_take_the_same_course(n):
    order = []

    def fn(dev, x):
        order.append(dev.rank)
        dev.send(x, (dev.rank + 1) % dev.size)
        x = dev.recv((dev.rank - 1) % dev.size, like=x)
        order.append(dev.rank)
        dev.barrier()
        order.append(dev.rank)

    run(fn, Mesh(tp=n), np.zeros(2))
    first, order[:] = list(order), []
    run(fn, Mesh(tp=n), np.zeros(2))
    assert order == first


def test_a_result_can_be_copied_and_kept_in_a_file():
    def fn(dev, x):
        dev.memory["x"] = x
        dev.send(x, (dev.rank + 1) % dev.size)
        return dev["tp"].all_reduce(dev.recv((dev.rank - 1) % dev.size, like=x))

    result = run(fn, Mesh(dp=2, tp=2), np.arange(3.0))
    for other in (pickle.loads(pickle.dumps(result)), deepcopy(result)):
        assert repr(other) == repr(result)
        assert other.traffic.rounds() == result.traffic.rounds()
        assert other.memory.history == result.memory.history
        assert other.timeline.slots == result.timeline.slots
