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
        (lambda: Shards([], 0), "no piece"),
    ],
)
def test_a_bad_cut_says_what_is_wrong(call, words):
    with pytest.raises(ShardError, match=words):
        call()


def test_shards_tell_cuts_and_copies_apart():
    whole = np.zeros((4, 6))
    assert "cut along axis 1" in repr(shard(whole, 1, 2))
    assert "copies" in repr(replicate(whole, 2))
    assert repr(shard(whole, 0, 2)) != repr(shard(whole, 1, 2))
