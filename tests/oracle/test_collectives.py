"""Each collective equals JAX's, on all devices of a mesh and along axes of it."""

import numpy as np
import pytest

from shardlab import Mesh, run, shard

from .cases import assert_same

ROOT = 1  # the place of the device that hands out or takes in


def ring(group, x):
    group.send(x, (group.rank + 1) % group.size)
    return group.recv((group.rank - 1) % group.size, like=x)


def scatter(group, x):
    return group.scatter(np.split(x, group.size) if group.rank == ROOT else None, src=ROOT)


def gather(group, x):
    xs = group.gather(x, dst=ROOT)
    return np.zeros((group.size, *x.shape)) if xs is None else np.stack(xs)


def reduce(group, x):
    total = group.reduce(x, dst=ROOT)
    return np.zeros_like(x) if total is None else total


COLLECTIVES = {
    "all_reduce sum": lambda group, x: group.all_reduce(x),
    "all_reduce mean": lambda group, x: group.all_reduce(x, op="mean"),
    "all_reduce max": lambda group, x: group.all_reduce(x, op="max"),
    "all_reduce min": lambda group, x: group.all_reduce(x, op="min"),
    "all_gather 0": lambda group, x: group.all_gather(x, axis=0),
    "all_gather 1": lambda group, x: group.all_gather(x, axis=1),
    "reduce_scatter 0": lambda group, x: group.reduce_scatter(x, axis=0),
    "reduce_scatter 1": lambda group, x: group.reduce_scatter(x, axis=1),
    "all_to_all": lambda group, x: np.concatenate(group.all_to_all(np.split(x, group.size))),
    "broadcast": lambda group, x: group.broadcast(x, src=ROOT),
    "scatter": scatter,
    "gather": gather,
    "reduce": reduce,
    "send and recv": ring,
}
CUBE = dict(dp=2, pp=2, tp=2)
GROUPS = [(dict(tp=8), "tp"), *((CUBE, name) for name in CUBE), (CUBE, ("dp", "tp"))]
NAMES = [f"{axes} of {Mesh(**sizes)}" for sizes, axes in GROUPS]


@pytest.mark.parametrize(("sizes", "axes"), GROUPS, ids=NAMES)
@pytest.mark.parametrize("name", COLLECTIVES)
def test_a_collective_equals_jax(jaxed, name, sizes, axes):
    xs = np.random.default_rng(len(name)).normal(size=(8, 16, 24))  # 8 divides both axes
    result = run(
        lambda dev, mine: COLLECTIVES[name](dev[axes], mine[0]), Mesh(**sizes), shard(xs, axis=0)
    )
    expected = jaxed.collectives.on_devices(name, sizes, axes, xs)
    assert_same(result.outputs, expected, [f"rank {rank}" for rank in range(8)])


@pytest.mark.parametrize(("sizes", "axes"), GROUPS, ids=NAMES)
@pytest.mark.parametrize("axis", [0, 1, 2])
def test_an_array_is_cut_over_axes_of_a_mesh_as_jax_cuts_it(jaxed, axis, sizes, axes):
    whole = np.random.default_rng(axis).normal(size=(8, 16, 24))
    result = run(lambda dev, piece: piece, Mesh(**sizes), shard(whole, axis, over=axes))
    expected = jaxed.collectives.pieces(whole, axis, sizes, axes)
    for ours, theirs in zip(result.outputs, expected, strict=True):
        assert np.array_equal(ours, theirs)
