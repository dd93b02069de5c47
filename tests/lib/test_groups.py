"""On any mesh of up to 16 devices, along any of its axes, a collective is its NumPy definition."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shardlab import Mesh, run, shard
from shardlab.errors import ShardError

NAMES = ("dp", "pp", "tp")


@st.composite
def groups(draw):
    """A mesh of up to 16 devices, and some of its axes."""
    sizes = []
    for _ in range(draw(st.integers(1, 3))):
        sizes.append(draw(st.integers(1, 16 // int(np.prod(sizes, dtype=int)))))
    mesh = Mesh(**dict(zip(NAMES, sizes, strict=False)))
    along = draw(st.lists(st.sampled_from(list(mesh.axes)), min_size=1, unique=True))
    return mesh, tuple(along)


def members(mesh, along, rank):
    """The ranks that differ from `rank` only along these axes, found by counting through a grid."""
    places = list(product(*(range(n) for n in mesh.axes.values())))
    fixed = [i for i, axis in enumerate(mesh.axes) if axis not in along]
    return [
        other
        for other, place in enumerate(places)
        if all(place[i] == places[rank][i] for i in fixed)
    ]


def mine(seed, rank, shape):
    """The array that a rank brings: another on each."""
    return np.random.default_rng([seed, rank]).normal(size=shape)


@settings(deadline=None, max_examples=50)
@given(groups(), st.integers(0, 2**31), st.integers(0, 2), st.data())
def test_every_collective_is_its_definition(group, seed, axis, data):
    mesh, along = group
    n = len(members(mesh, along, 0))
    shape = data.draw(st.tuples(*[st.integers(1, 5)] * 3))
    lengths = data.draw(st.lists(st.integers(0, 4), min_size=mesh.size, max_size=mesh.size))
    root = data.draw(st.integers(0, n - 1))
    op = data.draw(st.sampled_from(["sum", "max", "min", "mean"]))

    def uneven(rank):
        return mine(seed, rank, (*shape[:axis], lengths[rank], *shape[axis + 1 :]))

    def pieces(rank):
        return [mine([seed, place], rank, (lengths[rank], place)) for place in range(n)]

    def fn(dev):
        g = dev[along]
        x = mine(seed, dev.rank, shape)
        return {
            "all_reduce": g.all_reduce(x, op),
            "reduce": g.reduce(x, dst=root, op=op),
            "reduce_scatter": g.reduce_scatter(x, axis=axis, op=op),
            "all_gather": g.all_gather(uneven(dev.rank), axis=axis),
            "gather": g.gather(uneven(dev.rank), dst=root),
            "broadcast": g.broadcast(x if g.rank == root else None, src=root),
            "scatter": g.scatter(pieces(dev.rank) if g.rank == root else None, src=root),
            "all_to_all": g.all_to_all(pieces(dev.rank)),
        }

    for rank, got in enumerate(run(fn, mesh).outputs):
        ranks = members(mesh, along, rank)
        place = ranks.index(rank)
        total = getattr(np, op)([mine(seed, r, shape) for r in ranks], axis=0)
        at_root = place == root
        same(got["all_reduce"], total)
        same(got["reduce"], total if at_root else None)
        same(got["reduce_scatter"], np.array_split(total, n, axis=axis)[place])
        same(got["all_gather"], np.concatenate([uneven(r) for r in ranks], axis=axis))
        same(got["gather"], [uneven(r) for r in ranks] if at_root else None)
        same(got["broadcast"], mine(seed, ranks[root], shape))
        same(got["scatter"], pieces(ranks[root])[place])
        same(got["all_to_all"], [pieces(r)[place] for r in ranks])


def same(got, expected):
    if expected is None:
        assert got is None
    elif isinstance(expected, list):
        assert len(got) == len(expected)
        for one, other in zip(got, expected, strict=True):
            np.testing.assert_array_equal(one, other)
    else:
        assert got.shape == expected.shape
        np.testing.assert_allclose(got, expected, rtol=1e-12, atol=1e-12)


@given(groups())
def test_a_device_knows_where_it_stands(group):
    mesh, along = group

    def fn(dev):
        return dev.rank, dev.size, dev.coordinates, dev[along].ranks, dev[along].rank

    strides = np.cumprod([1, *list(mesh.axes.values())[::-1]])[:-1][::-1]  # the last axis: 1
    for rank, (mine, size, coordinates, ranks, place) in enumerate(run(fn, mesh).outputs):
        assert (mine, size) == (rank, mesh.size)
        assert list(coordinates) == list(mesh.axes)
        assert np.dot(strides, list(coordinates.values())) == rank
        assert list(ranks) == members(mesh, along, rank)
        assert ranks[place] == rank


@given(groups(), st.integers(0, 11), st.integers(0, 1))
def test_shards_over_some_axes_are_copied_along_the_others(group, length, axis):
    mesh, along = group
    shape = [3, 4]
    shape[axis] = length
    whole = np.random.default_rng(0).normal(size=shape)
    cut = shard(whole, axis, over=along)
    result = run(lambda dev, x: (x, dev[along].all_gather(x, axis=axis)), mesh, cut)
    for rank, (piece, glued) in enumerate(result.outputs):
        place = members(mesh, along, rank).index(rank)
        expected = np.array_split(whole, len(members(mesh, along, rank)), axis=axis)[place]
        np.testing.assert_array_equal(piece, expected)
        np.testing.assert_array_equal(glued, whole)
    pieces = [piece for piece, _ in result.outputs]
    for i, one in enumerate(pieces):
        assert not any(np.shares_memory(one, other) for other in pieces[i + 1 :])


@pytest.mark.parametrize(
    ("give", "words"),
    [
        (lambda x: shard(x, 0, n=2, over="tp"), "over names axes of the mesh.*n=2"),
        (lambda x: shard(x, 0, over=3), "over names axes of the mesh"),
        (lambda x: shard(x, 0, over=()), "over names axes of the mesh"),
        (lambda x: shard(x, 0, over="pp"), "has no axis 'pp'; its axes are dp, tp"),
    ],
)
def test_shards_over_what_is_no_axis_are_refused(give, words):
    with pytest.raises(ShardError, match=words):
        run(lambda dev, x: x, Mesh(dp=2, tp=2), give(np.ones((4, 4))))


@given(groups(), st.integers(1, 3))
def test_messages_stay_in_their_group_and_their_order(group, count):
    mesh, along = group

    def ring(dev):
        g = dev[along]
        x = np.array([float(dev.rank), 0.0])
        for k in range(count):
            g.send(x + k * np.array([0, 1]), (g.rank + 1) % g.size)
        return [g.recv((g.rank - 1) % g.size, like=x) for _ in range(count)]

    for rank, got in enumerate(run(ring, mesh).outputs):
        ranks = members(mesh, along, rank)
        left = ranks[ranks.index(rank) - 1]
        assert [x.tolist() for x in got] == [[left, k] for k in range(count)]
