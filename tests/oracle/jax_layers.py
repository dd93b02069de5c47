"""The layers under JAX's shard_map. Autodiff goes through the collectives, too."""

import jax
from jax import lax
from jax.sharding import PartitionSpec

from . import jax_dense
from .jax_start import mesh


def column_linear(X, W_i, b_i):
    return X @ W_i + b_i


def gathered_column_linear(X, W_i, b_i):
    return lax.all_gather(X @ W_i + b_i, "tp", axis=1, tiled=True, to="invarying")


def row_linear(X_i, W_i, b):
    return lax.psum(X_i @ W_i, "tp") + b


def mlp(X, W1_i, b1_i, W2_i, b2):
    return lax.psum(jax.nn.gelu(X @ W1_i + b1_i, approximate=True) @ W2_i, "tp") + b2


def sequence_parallel_mlp(X_i, W1_i, b1_i, W2_i, b2):
    X = lax.all_gather(X_i, "tp", axis=0, tiled=True)
    Y_i = jax.nn.gelu(X @ W1_i + b1_i, approximate=True) @ W2_i
    return lax.psum_scatter(Y_i, "tp", scatter_dimension=0, tiled=True) + b2


def attention(X, Wq_i, Wk_i, Wv_i, Wo_i, bo):
    return lax.psum(jax_dense.heads(X, Wq_i, Wk_i, Wv_i, Wo_i), "tp") + bo


def cut_along(axis):
    return PartitionSpec() if axis is None else PartitionSpec(*[None] * axis, "tp")


def on_devices(name, case, n):
    """The layer `name` as a function of whole arrays, which n devices compute as `case` cuts."""
    return jax.shard_map(
        globals()[name],
        mesh=mesh(tp=n),
        in_specs=tuple(map(cut_along, case.cuts)),
        out_specs=cut_along(case.out),
    )
