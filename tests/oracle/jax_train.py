"""The training step in JAX: dense, and under shard_map on a mesh with the axes dp, pp and tp."""

from functools import partial

import jax
import jax.numpy as jnp
from jax import lax
from jax.sharding import PartitionSpec as P

from . import jax_layers
from .jax_start import mesh


def pipelined_loss(sizes, M):
    """loss(blocks, X, T) of whole arrays; M and the mesh divide the samples, pp the blocks."""

    def loss(blocks, X, T):
        """Every stage works at every tick; what it makes of no micro-batch is not counted."""
        stage, D = lax.axis_index("pp"), sizes["pp"]
        xs, ts = (each.reshape(M, -1, each.shape[-1]) for each in (X, T))
        arrived, total = jnp.zeros_like(xs[0]), 0.0
        for tick in range(M + D - 1):
            Y = jnp.where(stage == 0, xs[min(tick, M - 1)], arrived)
            for block in zip(*blocks, strict=True):
                Y = jax_layers.mlp(Y, *block)
            if tick >= D - 1:
                error = jnp.mean((Y - ts[tick - D + 1]) ** 2) / M
                total += jnp.where(stage == D - 1, error, 0.0)
            arrived = lax.ppermute(Y, "pp", [(s, s + 1) for s in range(D - 1)])
        return lax.pmean(lax.psum(total, "pp"), "dp")

    blocks = [P("pp", None, "tp"), P("pp", "tp"), P("pp", "tp", None), P("pp", None)]
    in_specs = (blocks, P("dp"), P("dp"))
    return jax.shard_map(loss, mesh=mesh(**sizes), in_specs=in_specs, out_specs=P())


@partial(jax.jit, static_argnames=["loss", "steps"])
def train(X, T, blocks, steps, lr, loss):
    """As dense.train; gradients by autodiff of `loss`."""

    def step(blocks, _):
        value, gradients = jax.value_and_grad(loss)(blocks, X, T)
        return [each - lr * slope for each, slope in zip(blocks, gradients, strict=True)], value

    blocks, losses = lax.scan(step, blocks, length=steps)
    return losses, blocks
