"""The work that engines are compared on: functions of a device, as a student would write them."""

from time import perf_counter

import numpy as np

from shardlab import shard


def all_reduces(dev, x, times):
    """When it began, and when so many all-reduces of x were over."""
    dev.barrier()
    began = perf_counter()
    for _ in range(times):
        dev.all_reduce(x)
    return began, perf_counter()


def mlp_arguments(b, d, dtype=np.float32):
    """X and the gradient of Y (b, d), W1 cut by columns, W2 by rows."""
    rng = np.random.default_rng(0)
    X, G = rng.normal(size=(2, b, d)).astype(dtype)
    W1, W2 = (rng.normal(size=shape).astype(dtype) for shape in ((d, 4 * d), (4 * d, d)))
    return X, G, shard(W1, axis=1), shard(W2, axis=0)


def mlp_block(X, G, W1, W2, dW1, dW2, total):
    """Forward and backward of relu(X W1) W2; `total` adds up what devices have only in part.

    The gradients of the weights go where they are to stay, as in training.
    """
    Z = X @ W1
    H = np.maximum(Z, 0)
    Y = total(H @ W2)
    dZ = (G @ W2.T) * (Z > 0)
    dX = total(dZ @ W1.T)
    np.matmul(X.T, dZ, out=dW1)
    np.matmul(H.T, G, out=dW2)
    return Y, dX


def mlp_steps(dev, X, G, W1, W2, steps):
    """When each of so many steps on this device's part of the weights began, and the last ended."""
    gradients = np.zeros_like(W1), np.zeros_like(W2)
    times = []
    for step in range(steps + 1):
        dev.barrier()
        times.append(perf_counter())
        if step < steps:
            mlp_block(X, G, W1, W2, *gradients, dev.all_reduce)
    return times


def best_step(result):
    """Seconds of the quickest step: a barrier is over when the first device comes out of it."""
    return float(np.diff(np.min(result.outputs, axis=0)).min())
