"""shardlab.testing.chunk_counts: what the chunks of a sum are made of."""

import numpy as np
import pytest

from shardlab.testing import chunk_counts


def terms(n, shape=(8, 9), seed=0):
    return list(np.random.default_rng(seed).normal(size=(n, *shape)))


def placed(n, place, shape=(8, 9)):
    """The counts of outputs in which chunk c of device d is made by place(d, c) -> {(i, e): k}."""
    xs = terms(n, shape)
    cut = [np.array_split(x, n) for x in xs]
    outputs = [
        np.concatenate([sum(k * cut[i][e] for (i, e), k in place(d, c).items()) for c in range(n)])
        for d in range(n)
    ]
    return chunk_counts(outputs, xs)


@pytest.mark.parametrize(("n", "shape"), [(1, (3,)), (2, (6, 2)), (3, (7, 4)), (4, (8, 9))])
def test_each_x_is_once_in_each_chunk_of_the_sum(n, shape):
    counts = placed(n, lambda d, c: {(i, c): 1 for i in range(n)}, shape)
    assert (counts == np.eye(n, dtype=int)[None, :, None]).all()


def test_what_is_missing_counted_twice_or_of_another_chunk_is_told():
    def place(d, c):
        return {(d, c): 2, ((d + 1) % 4, (c + 1) % 4): 1}

    counts = placed(4, place)
    for d, c, i, e in np.ndindex(4, 4, 4, 4):
        assert counts[d, c, i, e] == place(d, c).get((i, e), 0)


@pytest.mark.parametrize(
    "spoil",
    [
        lambda outputs: [out / 4 for out in outputs],
        lambda outputs: [out[:6] for out in outputs],
        lambda outputs: outputs[:3],
        lambda outputs: [None, *outputs[1:]],
        lambda outputs: [out * np.nan for out in outputs],
        lambda outputs: [out**2 for out in outputs],
    ],
)
def test_nothing_is_said_where_it_cannot_be_told(spoil):
    xs = terms(4)
    assert chunk_counts(spoil([sum(xs)] * 4), xs) is None


def test_chunks_of_too_few_numbers_tell_nothing():
    xs = terms(4, (8, 3))
    assert chunk_counts([sum(xs)] * 4, xs) is None
    xs = terms(3, (2, 9))
    assert chunk_counts([sum(xs)] * 3, xs) is None
