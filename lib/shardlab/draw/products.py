"""A product of which an operand is cut, piece by piece: X times W gives Y."""

from shardlab.draw import checks
from shardlab.draw.slabs import (
    Look,
    Slabs,
    block,
    is_level,
    pad_by_piece,
    shown,
    who_holds,
    whole_shape,
)
from shardlab.draw.svg import beside, stack, words
from shardlab.errors import ShardError
from shardlab.shards import Shards, as_array

WIDEST = 760  # px: wider pictures go on in a second line


def matmul(X, W, Y=None, names=("X", "W", "Y"), pad=0):
    """X times W, either of them cut, and what each device gets; Y holds its array, by device.

    W cut along axis 1 gives the columns of Y; X cut along its last axis and W along axis 0 give
    partial sums of the whole Y; X cut along another axis cuts Y there. The last `pad` along the
    cut are hatched, as in `shards`. Raises ShardError where the pieces do not multiply.
    """
    if not isinstance(names, list | tuple) or len(names) != 3:
        raise ShardError(f"draw.matmul: names are three, of X, W and Y; they were {names!r}.")
    x, w, y = names
    X, W = checks.factor(X, x), checks.factor(W, w)
    cuts = [_cut_of(A) for A in (X, W)]
    axis, shapes = _product(X, W, x, w)
    if pad != 0:
        checks.padding(pad, [A for A in (X, W) if isinstance(A, Shards)], "matmul")
    Y = Slabs(shapes, axis) if Y is None else _given(Y, shapes, axis, y)
    partial = cuts[1] == 0
    shape = whole_shape(Y)
    arrays = [a for A in (X, W, Y) for a in (A if isinstance(A, Shards) else [A])]
    look = Look(arrays, [whole_shape(X), whole_shape(W), shape])
    left = beside(_operand(X, x, look, pad), words("×", 18), _operand(W, w, look, pad))
    right = _total(Y, y, look) if partial else _operand(Y, y, look, pad)
    right = beside(words("=", 18), right)
    wide = left.width + right.width > WIDEST
    whole = stack(left, right, gap=14, align="start") if wide else beside(left, right)
    gives = f"a partial sum {shape} of {y} on each device" if partial else _said(Y, y)
    alt = f"{_said(X, x)}, times {_said(W, w)}, gives {gives}."
    if pad:
        alt += f" The last {pad} along the cut are padding, hatched."
    return whole.picture(alt)


def _cut_of(array):
    return array.axis if isinstance(array, Shards) else None


def _product(X, W, x, w):
    """(axis, shapes): along which axis Y is cut (None: whole on each device), and its pieces."""
    wide, tall = whole_shape(X), whole_shape(W)
    if len(wide) < 2 or len(tall) != 2:
        raise ShardError(
            f"draw.matmul: {x} has two axes or more and {w} two, but their shapes are {wide} and "
            f"{tall}; reshape them."
        )
    counts = [len(A) for A in (X, W) if isinstance(A, Shards)] or [1]
    if len(set(counts)) > 1:
        raise ShardError(
            f"draw.matmul: {x} is on {counts[0]} devices and {w} on {counts[1]}; "
            "give both to the same number of devices."
        )
    last, cut_x, cut_w = len(wide) - 1, _cut_of(X), _cut_of(W)
    partial = cut_x == last and cut_w == 0
    if not partial and (cut_x == last or cut_w == 0 or None not in (cut_x, cut_w)):
        raise ShardError(
            f"draw.matmul: {x} cut along axis {cut_x} and {w} along axis {cut_w} do not multiply "
            f"piece by piece; cut {w} along axis 1, or {x} along axis 0, "
            f"or {x} along {last} and {w} along 0."
        )
    shapes = []
    for rank in range(counts[0]):
        a, b = (A[rank].shape if isinstance(A, Shards) else A.shape for A in (X, W))
        if a[-1] != b[0]:
            raise ShardError(
                f"draw.matmul: on device {rank} the {a[-1]} columns of {x} {a} meet the {b[0]} "
                f"rows of {w} {b}; make them as many."
            )
        shapes.append((*a[:-1], b[1]))
    if partial:
        return None, shapes
    return (cut_x if cut_w is None else last), shapes


def _given(Y, shapes, axis, y):
    """The outputs that the caller gives, if they have the shapes of the product."""
    n = len(shapes)
    if not isinstance(Y, list | tuple | Shards) or len(Y) != n:
        has = f"has {len(Y)} arrays" if isinstance(Y, list | tuple | Shards) else "is no list"
        raise ShardError(f"draw.matmul: {y} {has}; give a list of {n}, one array a device.")
    for rank, shape in enumerate(shapes):
        array = as_array(Y[rank], f"draw.matmul: {y} on device {rank}")
        if array.shape != shape:
            raise ShardError(
                f"draw.matmul: {y} on device {rank} is {array.shape}, but the product there is "
                f"{shape}; give what that device computes."
            )
    return Shards(Y, axis)


def _said(array, name):
    if not isinstance(array, Shards):
        return f"{name} {array.shape} whole"
    if array.axis is None:
        return f"{name} {array[0].shape} whole on each device"
    return f"{name} {whole_shape(array)} cut along axis {array.axis} ({who_holds(array.shapes)})"


def _operand(array, name, look, pad=0):
    """An operand of a product: pieces in their colours close together, or one grey whole."""
    if not isinstance(array, Shards):
        return stack(block(array, look, None), words(f"{name} {array.shape}", 11))
    if array.axis is None:
        note = f"{name} {array[0].shape}" + (", on every device" if len(array) > 1 else "")
        return stack(block(array[0], look, None), words(note, 11))
    pads, level = pad_by_piece(array, pad), is_level(array)
    parts = [
        words("…")
        if r is None
        else _numbered(block(array[r], look, r, pads[r], array.axis), r, level)
        for r in shown(len(array))
    ]
    joined = beside(*parts, gap=3) if level else stack(*parts, gap=3)
    return stack(joined, words(f"{name} {whole_shape(array)}", 11))


def _numbered(canvas, rank, level):
    """A piece with the number of its device: above it, or to its left."""
    label = words(rank, 11)
    return stack(label, canvas, gap=2) if level else beside(label, canvas, gap=4)


def _total(partials, name, look):
    """Partial sums in their colours, with plus signs between them."""
    room = 4 if look.size(partials[0].shape)[0] < 160 else 3
    n = len(partials)
    ranks = list(range(n)) if n <= room else [0, 1, None, n - 1]
    row = []
    for rank in ranks:
        row += [words("+", 18)] if row else []
        row.append(
            words("…")
            if rank is None
            else stack(
                words(f"device {rank}", 11),
                block(partials[rank], look, rank),
                words(f"partial {name} {partials[rank].shape}", 11),
                gap=3,
            )
        )
    return beside(*row, gap=8)
