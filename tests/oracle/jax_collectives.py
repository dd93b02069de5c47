"""shardlab's collectives in jax.lax, under shard_map: functions of (x, axes of the mesh)."""

import jax
import jax.numpy as jnp
from jax import lax
from jax.sharding import NamedSharding, PartitionSpec

from .jax_start import mesh

ROOT = 1  # the place of the device that hands out or takes in


def ring(x, axes):
    """x of the left-hand neighbour."""
    n = lax.axis_size(axes)
    return lax.ppermute(x, axes, [(i, (i + 1) % n) for i in range(n)])


def scatter(x, axes):
    pieces = lax.all_gather(x, axes)[ROOT].reshape(lax.axis_size(axes), -1, x.shape[1])
    return pieces[lax.axis_index(axes)]


def at_root(y, axes):
    return jnp.where(lax.axis_index(axes) == ROOT, y, 0)


COLLECTIVES = {
    "all_reduce sum": lax.psum,
    "all_reduce mean": lax.pmean,
    "all_reduce max": lax.pmax,
    "all_reduce min": lax.pmin,
    "all_gather 0": lambda x, axes: lax.all_gather(x, axes, axis=0, tiled=True),
    "all_gather 1": lambda x, axes: lax.all_gather(x, axes, axis=1, tiled=True),
    "reduce_scatter 0": lambda x, axes: lax.psum_scatter(x, axes, scatter_dimension=0, tiled=True),
    "reduce_scatter 1": lambda x, axes: lax.psum_scatter(x, axes, scatter_dimension=1, tiled=True),
    "all_to_all": lambda x, axes: lax.all_to_all(x, axes, 0, 0, tiled=True),
    "broadcast": lambda x, axes: lax.all_gather(x, axes)[ROOT],
    "scatter": scatter,
    "gather": lambda x, axes: at_root(lax.all_gather(x, axes), axes),
    "reduce": lambda x, axes: at_root(lax.psum(x, axes), axes),
    "send and recv": ring,
}


def on_devices(name, sizes, axes, xs):
    """What each device of the mesh takes home when device r brings xs[r], as one array."""
    one_a_device = PartitionSpec(tuple(sizes))
    collective = jax.shard_map(
        lambda x: COLLECTIVES[name](x[0], axes)[None],
        mesh=mesh(**sizes),
        in_specs=one_a_device,
        out_specs=one_a_device,
    )
    return jax.jit(collective)(xs)


def pieces(whole, axis, sizes, axes):
    """The piece of each device, by rank, when `whole` is cut along `axis` over axes of a mesh."""
    cut = NamedSharding(mesh(**sizes), PartitionSpec(*[None] * axis, axes))
    placed = jax.device_put(whole, cut).addressable_shards
    return [each.data for each in sorted(placed, key=lambda each: each.device.id)]
