"""A layer on many devices equals the layer on one: output, weight, bias and input gradients."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shardlab import Mesh, Shards, replicate, run, shard

from . import dense, sharded
from .cases import LAYERS, SHAPES, arguments, assert_same

FITTING = [  # n divides what is cut, as shard_map needs
    dict(n=2, b=5, s=7, i=4, o=10, f=14, h=6, k=3),
    dict(n=8, b=3, s=5, i=16, o=24, f=40, h=8, k=2),
]


def names(kind):
    return ["Y", *(f"gradient of argument {i}" for i in range(len(SHAPES[kind].split())))]


def on_one(kind, values):
    """[Y, its gradients] by dense.py."""
    *inputs, G = values
    Y, kept = getattr(dense, f"{kind}_forward")(*inputs)
    return [Y, *getattr(dense, f"{kind}_backward")(kept, G)]


def on_many(name, values, n):
    """[Y, its gradients] by sharded.py on n devices, glued; copies must agree to the last bit."""
    case = LAYERS[name]
    forward, backward = (getattr(sharded, f"{name}_{way}") for way in ("forward", "backward"))

    def both(dev, *pieces):
        *inputs, G = pieces
        Y, kept = forward(dev, *inputs)
        return Y, *backward(dev, kept, G)

    axes = [*case.cuts, case.out]
    cuts = [
        replicate(value) if axis is None else shard(value, axis)
        for value, axis in zip(values, axes, strict=True)
    ]
    result = run(both, Mesh(tp=n), *cuts)
    assert result.traffic.calls == case.calls
    by_result = zip(*result.outputs, strict=True)
    back = [case.out, *case.cuts]
    return [Shards(each, axis).glue() for each, axis in zip(by_result, back, strict=True)]


lengths = st.fixed_dictionaries({axis: st.integers(1, 9) for axis in "bsiofhk"})


@pytest.mark.parametrize("name", LAYERS)
@settings(max_examples=40)
@given(st.integers(1, 5), lengths, st.integers(0, 2**32 - 1))
def test_a_layer_equals_dense_numpy_at_any_size(name, n, sizes, seed):
    case = LAYERS[name]
    values = arguments(case.dense, sizes, seed)
    assert_same(on_many(name, values, n), on_one(case.dense, values), names(case.dense))


@pytest.mark.parametrize("sizes", FITTING, ids=lambda sizes: f"{sizes['n']}_devices")
@pytest.mark.parametrize("name", LAYERS)
def test_a_layer_equals_jax_shard_map(jaxed, name, sizes):
    case, n = LAYERS[name], sizes["n"]
    if name == "sequence_parallel_mlp":
        sizes = sizes | {"b": 3 * n}  # shard_map cuts evenly, and here it cuts the samples
    *inputs, G = values = arguments(case.dense, sizes, seed=n)
    layer = jaxed.layers.on_devices(name, case, n)
    expected = jaxed.dense.forward_and_backward(layer, inputs, G)
    assert_same(on_many(name, values, n), expected, names(case.dense))


@pytest.mark.parametrize("kind", SHAPES)
def test_the_backward_pass_written_by_hand_equals_jax_autodiff(jaxed, kind):
    *inputs, G = values = arguments(kind, FITTING[0], seed=3)
    expected = jaxed.dense.forward_and_backward(getattr(jaxed.dense, kind), inputs, G)
    assert_same(on_one(kind, values), expected, names(kind))
