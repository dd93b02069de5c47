"""Cutting and gluing are inverse; pieces share nothing; a bad cut says what is wrong."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from shardlab import Mesh, Shards, replicate, run, shard
from shardlab.errors import ShardError

shapes = st.lists(st.integers(1, 7), min_size=1, max_size=3).map(tuple)


@given(shapes, st.data())
def test_gluing_undoes_cutting(shape, data):
    axis = data.draw(st.integers(-len(shape), len(shape) - 1))
    n = data.draw(st.integers(1, 9))
    whole = np.random.default_rng(0).normal(size=shape)
    pieces = shard(whole, axis, n)
    assert np.array_equal(pieces.glue(), whole)
    lengths = [piece.shape[axis] for piece in pieces]
    assert max(lengths) - min(lengths) <= 1
    assert lengths == sorted(lengths, reverse=True)


@pytest.mark.parametrize("axis", [0, 1, None])
def test_pieces_are_contiguous_and_share_no_memory(axis):
    whole = np.arange(30.0).reshape(5, 6)
    pieces = shard(whole, axis, 3)
    for i, piece in enumerate(pieces):
        assert piece.flags["C_CONTIGUOUS"]
        assert not np.shares_memory(piece, whole)
        assert not any(np.shares_memory(piece, other) for other in pieces[i + 1 :])


def test_a_cut_without_n_takes_the_size_of_the_mesh():
    whole = np.arange(20.0).reshape(4, 5)
    result = run(lambda dev, piece, copy: (piece.shape, copy.shape), Mesh(tp=3),
                 shard(whole, axis=1), replicate(whole))  # fmt: skip
    assert result.outputs == [((4, 2), (4, 5)), ((4, 2), (4, 5)), ((4, 1), (4, 5))]


def test_copies_that_differ_have_no_whole():
    with pytest.raises(ShardError, match="copies on devices 0 and 2 differ"):
        Shards([np.zeros(3), np.zeros(3), np.ones(3)], None).glue()


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: shard(np.zeros((4, 6)), axis=2), r"shape \(4, 6\) has no axis 2.*0 to 1"),
        (lambda: shard(np.zeros((4, 6)), axis="columns"), "no axis 'columns'"),
        (lambda: shard(np.float64(3), axis=0), "single number can't be cut"),
        (lambda: shard(np.zeros(4), axis=0, n=0), "number of devices, 1 or more; it was 0"),
        (lambda: shard([1, 2], axis=0), "needs a NumPy array, but got a list"),
        (lambda: shard(None, axis=0), "lack its `return`"),
        (lambda: shard(np.array([[1], None], dtype=object), axis=0), "holds Python objects"),
        (lambda: shard(np.ma.masked_array([1.0, 2.0], [0, 1]), axis=0), "is masked.*fill it"),
        (lambda: Shards([], 0), "no piece"),
        (lambda: Shards(None, 0), "lack its `return`.*one array for each device"),
        (lambda: Shards(5, 0), "got an int; give a list with one array for each device"),
        (lambda: Shards(np.zeros((4, 6)), 0), r"got one array \(4, 6\).*shard\(array, axis, n\)"),
        (lambda: Shards([[1, 2], [3]], 0), "device 0: needs a NumPy array, but got a list"),
        (lambda: Shards([np.zeros(2), None], 0), "device 1: needs a NumPy array, but got None"),
        (lambda: Shards([np.array([1, None])], 0), "device 0: .* holds Python objects"),
        (lambda: Shards([np.zeros((4, 6))], 2), r"Shards: .*\(4, 6\) has no axis 2"),
        (lambda: Shards([np.zeros((4, 6))], 1.0), "has no axis 1.0"),
        (lambda: Shards([np.float64(1)], 0), "Shards: a single number can't be cut"),
    ],
)
def test_a_bad_cut_says_what_is_wrong(call, words):
    with pytest.raises(ShardError, match=words):
        call()


@given(shapes, st.data())
def test_pieces_may_differ_along_the_cut_only(shape, data):
    axis = data.draw(st.integers(-len(shape), len(shape) - 1))
    lengths = data.draw(st.lists(st.integers(0, 4), min_size=1, max_size=4))
    place = axis % len(shape)
    sizes = [(*shape[:place], length, *shape[place + 1 :]) for length in lengths]
    shards = Shards((np.ones(size) for size in sizes), axis)
    assert shards.axis == place and shards.shapes == sizes
    assert shards.glue().shape == (*shape[:place], sum(lengths), *shape[place + 1 :])

    others = [i for i in range(len(shape)) if i != place]
    strangers = [(*sizes[0][:i], shape[i] + 1, *sizes[0][i + 1 :]) for i in others]
    for stranger in [*strangers, (*sizes[0], 1), sizes[0][1:]]:
        with pytest.raises(ShardError, match="devices 0 and 2 hold shapes"):
            Shards([np.ones(size) for size in (sizes[0], sizes[0], stranger)], place)


@given(shapes, shapes)
def test_copies_have_one_shape(one, other):
    if one == other:
        assert Shards([np.ones(one), np.zeros(other)], None).shapes == [one, other]
    else:
        with pytest.raises(ShardError, match=r"devices 0 and 1 .* copies have one shape"):
            Shards([np.ones(one), np.ones(other)], None)


def test_what_a_run_returns_makes_shards():
    X, W = np.ones((4, 6)), np.ones((6, 8))
    result = run(lambda dev, X, W: X @ W, Mesh(tp=3), X, shard(W, axis=1))
    assert np.array_equal(Shards(result.outputs, axis=1).glue(), X @ W)
    grown = run(lambda dev: np.arange(dev.rank), Mesh(tp=3))
    assert Shards(grown.outputs, axis=0).glue().tolist() == [0, 0, 1]


def test_shards_tell_cuts_and_copies_apart():
    whole = np.zeros((4, 6))
    assert "cut along axis 1" in repr(shard(whole, 1, 2))
    assert "copies" in repr(replicate(whole, 2))
    assert repr(shard(whole, 0, 2)) != repr(shard(whole, 1, 2))
