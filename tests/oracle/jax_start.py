"""Starts JAX with 8 CPU devices and float64, before anything runs on it."""

import jax
import numpy as np

DEVICES = 8

try:
    jax.config.update("jax_platforms", "cpu")
    jax.config.update("jax_num_cpu_devices", DEVICES)
except RuntimeError:  # it runs already, perhaps on such devices
    pass
jax.config.update("jax_enable_x64", True)

if [device.platform for device in jax.devices()] != ["cpu"] * DEVICES:
    raise RuntimeError(
        f"The oracle needs JAX on {DEVICES} CPU devices, but something has started it on "
        f"{jax.devices()} already; run tests/oracle in a process of its own."
    )


def mesh(**axes):
    """A JAX mesh whose devices are ranked as those of `shardlab.Mesh(**axes)`."""
    sizes = tuple(axes.values())
    devices = np.array(jax.devices()[: np.prod(sizes)]).reshape(sizes)
    return jax.sharding.Mesh(devices, tuple(axes))
