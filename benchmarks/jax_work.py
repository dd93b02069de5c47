"""The same work in JAX: `python -m benchmarks.jax_work N all_reduce BYTES TIMES`, or mlp B D STEPS.

Prints the seconds of one repetition, compilation left out: of all-reduces on the average, of MLP
steps the quickest, as for the other engines.
"""

import os
import sys
from time import perf_counter

import numpy as np


def main(n, work, *numbers):
    os.environ["XLA_FLAGS"] = f"--xla_force_host_platform_device_count={n}"
    import jax

    jax.config.update("jax_enable_x64", True)
    mesh = jax.make_mesh((int(n),), ("tp",))
    *sizes, times = map(int, numbers)
    program, arguments = {"all_reduce": all_reduce, "mlp": mlp}[work](jax, mesh, *sizes)
    program(*arguments)[0].block_until_ready()
    stamps = [perf_counter()]
    for _ in range(times):
        program(*arguments)[0].block_until_ready()
        stamps.append(perf_counter())
    print(np.diff(stamps).mean() if work == "all_reduce" else np.diff(stamps).min())


def all_reduce(jax, mesh, nbytes):
    """As many bytes on each device."""
    P = jax.sharding.PartitionSpec
    x = np.ones((mesh.size, nbytes // 8))
    total = jax.shard_map(
        lambda x: (jax.lax.psum(x, "tp"),), mesh=mesh, in_specs=P("tp"), out_specs=(P(),)
    )
    return jax.jit(total), (jax.device_put(x, jax.NamedSharding(mesh, P("tp"))),)


def mlp(jax, mesh, b, d):
    P = jax.sharding.PartitionSpec
    rng = np.random.default_rng(0)
    X, G = rng.normal(size=(2, b, d)).astype(np.float32)
    W1, W2 = (rng.normal(size=shape).astype(np.float32) for shape in ((d, 4 * d), (4 * d, d)))

    def block(X, G, W1, W2):
        def loss(X, W1, W2):
            Y = jax.lax.psum(jax.nn.relu(X @ W1) @ W2, "tp")
            return (Y * G).sum(), Y

        gradients, Y = jax.grad(loss, argnums=(0, 1, 2), has_aux=True)(X, W1, W2)
        return Y, *gradients

    specs = P(), P(), P(None, "tp"), P("tp", None)
    program = jax.shard_map(
        block, mesh=mesh, in_specs=specs, out_specs=(P(), P(), P(None, "tp"), P("tp", None))
    )
    places = [jax.NamedSharding(mesh, spec) for spec in specs]
    arguments = [jax.device_put(x, place) for x, place in zip((X, G, W1, W2), places, strict=True)]
    return jax.jit(program), arguments


if __name__ == "__main__":
    main(*sys.argv[1:])
