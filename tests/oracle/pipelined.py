"""A training step with shardlab on a mesh with the axes dp, pp and tp."""

import numpy as np

from . import sharded

TP_AXES = [2, 1, 1, None]
"""The axis that tp cuts: W1 (l, d, d_ff), b1 (l, d_ff), W2 (l, d_ff, d), b2 (l, d); l blocks."""


def cut(tp, weights, axis):
    return weights if axis is None else np.array_split(weights, tp.size, axis)[tp.rank]


def glue(tp, weights, axis):
    return weights if axis is None else tp.all_gather(weights, axis=axis)


def stage_forward(tp, Y, blocks):
    kept = []
    for block in zip(*blocks, strict=True):
        Y, one = sharded.mlp_forward(tp, Y, *block)
        kept.append(one)
    return Y, kept


def stage_backward(tp, kept, G):
    gradients = []
    for one in reversed(kept):
        G, *gradient = sharded.mlp_backward(tp, one, G)
        gradients.insert(0, gradient)
    return G, [np.stack(each) for each in zip(*gradients, strict=True)]


def loss_and_gradients(pp, tp, X, T, blocks, M):
    """Of this replica's samples: M micro-batches forward, then backward (GPipe)."""
    first, last = pp.rank == 0, pp.rank == pp.size - 1
    loss, sums, passes = np.float64(0), [np.zeros_like(each) for each in blocks], []
    for x, t in zip(np.array_split(X, M), np.array_split(T, M), strict=True):
        x = x if first else pp.recv(pp.rank - 1, like=x)
        Y, kept = stage_forward(tp, x, blocks)
        if last:
            loss += ((Y - t) ** 2).sum() / T.size
        else:
            pp.send(Y, pp.rank + 1)
        passes.append((Y, t, kept))
    for Y, t, kept in reversed(passes):
        G = 2 * (Y - t) / T.size if last else pp.recv(pp.rank + 1, like=Y)
        G, gradients = stage_backward(tp, kept, G)
        if not first:
            pp.send(G, pp.rank - 1)
        sums = [total + gradient for total, gradient in zip(sums, gradients, strict=True)]
    return pp.broadcast(loss if last else None, src=pp.size - 1), sums


def train(dev, X, T, W1, b1, W2, b2, M, steps, lr):
    """As dense.train, with X and T cut over dp, and the blocks over pp: l/D of them a stage.

    The whole blocks come back on every device.
    """
    pp, tp, dp = dev["pp"], dev["tp"], dev["dp"]
    blocks = [cut(tp, each, axis) for each, axis in zip((W1, b1, W2, b2), TP_AXES, strict=True)]
    losses = []
    for _ in range(steps):
        loss, gradients = loss_and_gradients(pp, tp, X, T, blocks, M)
        losses.append(dp.all_reduce(loss, op="mean"))
        means = [dp.all_reduce(gradient, op="mean") for gradient in gradients]
        blocks = [weights - lr * mean for weights, mean in zip(blocks, means, strict=True)]
    stages = [glue(tp, each, axis) for each, axis in zip(blocks, TP_AXES, strict=True)]
    return np.array(losses), *(pp.all_gather(each, axis=0) for each in stages)
