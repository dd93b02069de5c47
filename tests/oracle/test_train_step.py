"""Steps of training on a data × pipeline × tensor mesh equal those on one device."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shardlab import Mesh, run, shard

from . import dense, pipelined
from .cases import assert_same

CUBE = dict(dp=2, pp=2, tp=2)
STEPS = dict(steps=3, lr=0.05)
NAMES = ["losses", "W1", "b1", "W2", "b2"]


def problem(samples, layers, d, d_ff, seed=0):
    """Random samples X, targets T, and the weights of a chain of MLP blocks."""
    rng = np.random.default_rng(seed)
    shapes = [(layers, d, d_ff), (layers, d_ff), (layers, d_ff, d), (layers, d)]
    X, T = rng.normal(size=(2, samples, d))
    return X, T, [rng.normal(scale=0.5, size=shape) for shape in shapes]


def assert_trains_as(expected, mesh, X, T, blocks, M):
    """On every device of the mesh: the losses and the weights afterwards."""
    losses, weights = expected
    samples = [shard(each, axis=0, over="dp") for each in (X, T)]
    stages = [shard(each, axis=0, over="pp") for each in blocks]
    result = run(pipelined.train, Mesh(**mesh), *samples, *stages, M, *STEPS.values())
    for output in result.outputs:
        assert_same(output, [losses, *weights], NAMES)


places = st.fixed_dictionaries({axis: st.integers(1, 3) for axis in CUBE})


@settings(max_examples=25)
@given(places, st.integers(1, 4), st.integers(1, 2), st.integers(4, 9), st.integers(0, 2**32 - 1))
def test_a_training_step_equals_dense_numpy_on_any_mesh(mesh, M, depth, d_ff, seed):
    X, T, blocks = problem(5 * mesh["dp"], depth * mesh["pp"], 3, d_ff, seed)
    assert_trains_as(dense.train(X, T, blocks, **STEPS), mesh, X, T, blocks, M)


@pytest.mark.parametrize("layers", [2, 4])
@pytest.mark.parametrize("program", ["dense", "shard_map"])
def test_a_training_step_equals_jax(jaxed, program, layers):
    """A replica has 6 samples: micro-batches of 2, 2, 1 and 1 here, of 2 under shard_map."""
    X, T, blocks = problem(12, layers, d=3, d_ff=10)
    loss = jaxed.dense.loss if program == "dense" else jaxed.train.pipelined_loss(CUBE, M=3)
    expected = jaxed.train.train(X, T, blocks, **STEPS, loss=loss)
    assert_trains_as(expected, CUBE, X, T, blocks, M=4)
