"""The layers that are compared: which dense layer each equals, and how its arrays are cut."""

from typing import NamedTuple

import numpy as np


class Layer(NamedTuple):
    """A layer on a mesh with one axis, "tp".

    `dense` is the layer that it equals. `cuts` has, for each argument, the axis along which the
    devices hold pieces of it, None for copies; a gradient is cut as its argument. `out` is the
    same for the output and its gradient. `calls` are the collectives of one forward and one
    backward pass.
    """

    dense: str
    cuts: tuple
    out: int | None
    calls: dict


LAYERS = {
    "column_linear": Layer("linear", (None, 1, 0), 1, {"all_reduce": 1}),
    "gathered_column_linear": Layer(
        "linear", (None, 1, 0), None, {"all_gather": 1, "all_reduce": 1}
    ),
    "row_linear": Layer("linear", (1, 0, None), None, {"all_reduce": 1}),
    "mlp": Layer("mlp", (None, 1, 0, 0, None), None, {"all_reduce": 2}),
    "sequence_parallel_mlp": Layer(
        "mlp", (0, 1, 0, 0, None), 0, {"all_gather": 2, "reduce_scatter": 2, "all_reduce": 1}
    ),
    "attention": Layer("attention", (None, 1, 1, 1, 0, None), None, {"all_reduce": 2}),
}

SHAPES = {
    "linear": "bi io o",  # X, W, b
    "mlp": "bi if f fi i",  # X, W1, b1, W2, b2
    "attention": "bsi ihk ihk ihk hki i",  # X, Wq, Wk, Wv, Wo, bo
}
"""One letter an axis: b samples, s positions, i and o features, f hidden, h heads, k a head's."""


def arguments(dense, sizes, seed):
    """Random arguments of a dense layer, and a last array: the gradient of its output."""
    rng = np.random.default_rng(seed)
    shapes = [[sizes[axis] for axis in axes] for axes in SHAPES[dense].split()]
    out = [*shapes[0][:-1], shapes[-1][-1]]
    return [rng.normal(scale=0.5, size=shape) for shape in [*shapes, out]]


def assert_same(actual, expected, names):
    """Equal but for the order in which float64 sums run."""
    near = dict(rtol=1e-10, atol=1e-12, equal_nan=False)
    for name, ours, theirs in zip(names, actual, expected, strict=True):
        np.testing.assert_allclose(ours, theirs, **near, err_msg=name)
