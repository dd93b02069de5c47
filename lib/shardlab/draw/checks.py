"""What a picture can be made of. Each check raises a ShardError: what, where, what to do."""

from math import isfinite
from numbers import Real

import numpy as np

from shardlab.draw.slabs import whole_shape
from shardlab.errors import ShardError
from shardlab.record import Result
from shardlab.shards import Cut, Shards, as_array
from shardlab.words import kind, whole

HOW = {
    "Shards": "cut an array first, for example shard(X, axis=1, n=2)",
    "Cut": "make one with shard(X, axis=1)",
    "Mesh": "make one, for example Mesh(tp=4)",
    "Result": "give what run(...) returns",
    "Timeline": "give what simulate(...) or run(...) returns",
    "Traffic": "give what run(...) returns, or its traffic",
    "MemoryRecord": "give what run(...) returns, or its memory",
}


def needs(value, cls, picture):
    """Is `value` what the picture shows?"""
    if not isinstance(value, cls):
        raise ShardError(
            f"draw.{picture}: needs a {cls.__name__}, but got {kind(value)}; {HOW[cls.__name__]}."
        )


def part(value, cls, name, picture):
    """`value`, or if it is a whole Result, its part of that name."""
    value = getattr(value, name) if isinstance(value, Result) else value
    needs(value, cls, picture)
    return value


def axes(along, mesh):
    """The names of axes in `along`, one or several, which the mesh has."""
    names, known = (along,) if isinstance(along, str) else along, list(mesh.axes)
    if not isinstance(names, tuple | list) or not names or any(n not in known for n in names):
        raise ShardError(
            f"draw.mesh: along names one axis of {mesh!r} or a tuple of them, of "
            f"{', '.join(mesh.axes)}; it was {along!r}."
        )
    return tuple(names)


def limit(nbytes):
    """Is this a number of bytes that a device may have?"""
    number = isinstance(nbytes, Real) and not isinstance(nbytes, bool)
    if not number or not isfinite(nbytes) or nbytes <= 0:
        raise ShardError(
            f"draw.memory: limit is a number of bytes, more than 0; it was {nbytes!r}."
        )


def factor(value, name):
    """An operand of a product: Shards as they are, or one whole array."""
    if isinstance(value, Cut):
        raise ShardError(
            f"draw.matmul: for how many devices is {name} {value.array.shape} to be cut? "
            "Say it in shard(array, axis, n)."
        )
    return value if isinstance(value, Shards) else as_array(value, f"draw.matmul: {name}")


def padding(pad, cuts, picture):
    """Is `pad` a length along the cut of all these Shards?"""
    room = min((whole_shape(c)[c.axis] for c in cuts if c.axis is not None), default=0)
    whole = isinstance(pad, int | np.integer) and not isinstance(pad, bool)
    if not whole or not 0 <= pad <= room:
        raise ShardError(
            f"draw.{picture}: pad is how much of the length along a cut was added, a whole number "
            f"from 0 to that length ({room or 'nothing is cut'}); it was {pad!r}."
        )


def held(arrays, side):
    """What each device holds before or after a collective: a list of arrays and None."""
    if not isinstance(arrays, list | tuple | Shards) or not len(arrays):
        got = kind(arrays) if not isinstance(arrays, list | tuple) else "none"
        raise ShardError(
            f"draw.collective: {side} needs a list with one array for each device, None where it "
            f"holds nothing, but got {got}."
        )
    return [
        None if array is None else as_array(array, f"draw.collective: {side}, device {rank}")
        for rank, array in enumerate(arrays)
    ]


def common_axis(axis, arrays):
    """Has each of the arrays this axis?"""
    for array in arrays:
        whole = isinstance(axis, int | np.integer) and not isinstance(axis, bool)
        if not whole or not -array.ndim <= axis < array.ndim:
            raise ShardError(
                f"draw.collective: an array of shape {array.shape} has no axis {axis!r}; "
                "give one that all arrays have, or none."
            )


def layers(per_device):
    """One list of layers for each device, if every layer from 0 on is on one of them."""
    try:
        per_device = [sorted(own) for own in per_device]
    except TypeError:
        raise ShardError(
            "draw.layers: needs one list of layers for each device, for example "
            f"[range(0, 4), range(4, 8)], but got {kind(per_device)}"
            f"{' of something else' if isinstance(per_device, list | tuple) else ''}."
        ) from None
    seen = {}
    for device, own in enumerate(per_device):
        if not own:
            raise ShardError(f"draw.layers: device {device} has no layer; give it at least one.")
        for layer in own:
            if not whole(layer) or layer < 0:
                raise ShardError(
                    f"draw.layers: device {device} has {layer!r}; layers are whole numbers from 0."
                )
            if layer in seen:
                raise ShardError(
                    f"draw.layers: layer {layer} is on device {seen[layer]} and on device "
                    f"{device}; a layer is on one device, once."
                )
            seen[layer] = device
    missing = next((layer for layer in range(len(seen)) if layer not in seen), None)
    if missing is not None or not seen:
        raise ShardError(
            f"draw.layers: layer {missing or 0} is on no device; number the layers from 0 and "
            "leave none out."
        )
    return per_device
