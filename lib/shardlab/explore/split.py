"""A product of which W is cut by columns or by rows: shards, padding, bytes."""

import numpy as np

from shardlab import draw
from shardlab.draw.charts import device_table
from shardlab.engine import run
from shardlab.explore.controls import buttons, counts, explorer, one_of, paragraph, slider
from shardlab.mesh import Mesh
from shardlab.shards import shard

CUTS = {"columns (axis 1)": 1, "rows (axis 0)": 0}
SAMPLES = 4  # rows of X


def split():
    """Choose the size of W, how it is cut and on how many devices; see shards, bytes, traffic."""
    controls = [
        slider("rows of W", 6, 1, 12),
        slider("columns of W", 8, 1, 12),
        slider("devices N", 2, 1, 8),
        buttons("cut W by", list(CUTS)),
    ]
    return explorer(controls, lambda rows, columns, n, cut: split_view(rows, columns, n, CUTS[cut]))


def split_view(rows, columns, n, axis):
    """HTML: X times W, W (rows, columns) cut along `axis` for n devices, as a run shows it."""
    rows, columns = counts("split_view", most=1000, rows=rows, columns=columns)
    (n,) = counts("split_view", most=64, n=n)
    (axis,) = one_of("split_view, by rows (0) or columns (1)", (0, 1), axis=axis)
    X, W = _numbers(SAMPLES, rows), _numbers(rows, columns)
    length = W.shape[axis]
    # every device gets as much as the fullest one: zeros make up for the rest
    pad = n * max(piece.shape[axis] for piece in shard(W, axis, n)) - length
    W = _with_zeros(W, axis, pad)
    if axis == 0:
        X = _with_zeros(X, 1, pad)
    W_i = shard(W, axis, n)
    X_i = X if axis == 1 else shard(X, 1, n)
    product = run(lambda dev, X, W: X @ W, Mesh(tp=n), X_i, W_i)
    whole = run(_glue if axis == 1 else _add, Mesh(tp=n), X_i, W_i)
    picture = draw.matmul(X_i, W_i, product.outputs, pad=pad)
    return (
        picture._repr_html_()
        + _table(axis, W_i, product, whole.traffic)
        + paragraph(_in_words(axis, n, length, pad))
    )


def _with_zeros(array, axis, count):
    shape = list(array.shape)
    shape[axis] = count
    return np.concatenate([array, np.zeros(shape, array.dtype)], axis=axis)


def _glue(dev, X, W):
    return dev.all_gather(X @ W, axis=1)


def _add(dev, X, W):
    return dev.all_reduce(X @ W)


def _table(axis, W_i, product, traffic):
    """What each device holds and sends, as an HTML table."""
    want = "bytes sent, if all want the whole Y" if axis == 1 else "bytes sent, to add up Y"
    heads = ["shard of W", "its bytes", "output", "bytes sent, to multiply", want]
    lines = zip(W_i, product.outputs, product.traffic.bytes_sent, traffic.bytes_sent, strict=True)
    rows = [
        [piece.shape, f"{piece.nbytes:,}", output.shape, f"{sent:,}", f"{more:,}"]
        for piece, output, sent, more in lines
    ]
    return device_table(heads, rows)


def _in_words(axis, n, length, pad):
    if n == 1:
        return "One device holds all of W: nothing is saved, nothing is sent."
    side = "columns" if axis == 1 else "rows"
    if pad:
        divided = (
            f"{length} {side} do not divide by {n}: {pad} of zeros (hatched) make {length + pad}, "
            f"{pad / length:.1%} on top."
        )
    else:
        divided = f"{length} {side} divide by {n}: {length // n} a device."
    if axis == 1:
        return f"{divided} Each device has some columns of Y; the product needs nothing sent."
    return f"{divided} Each device has a partial sum of the whole Y; the sums must be added."


def _numbers(rows, columns):
    """Small whole numbers that look random and stay the same."""
    return np.random.default_rng(rows * 100 + columns).integers(-3, 4, size=(rows, columns))
