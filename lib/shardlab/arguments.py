"""What a run is given: whether it can run at all, and what each device gets of it."""

import inspect
from copy import deepcopy

import numpy as np

from shardlab.algorithms import ALGORITHMS
from shardlab.errors import ShardError
from shardlab.hardware import Hardware
from shardlab.mesh import Mesh
from shardlab.shards import Cut, Shards
from shardlab.words import an


def check(name, fn, mesh, args, hardware, algorithm):
    """Can fn run on this mesh with these arguments? `name` is of the function that asks."""
    if not isinstance(mesh, Mesh):
        raise ShardError(
            f"{name}: the second argument is the mesh, for example Mesh(tp=4); it was {mesh!r}."
        )
    if not isinstance(hardware, Hardware):
        raise ShardError(
            f"{name}: hardware is a Hardware, for example A100 from shardlab.hardware; "
            f"it was {hardware!r}."
        )
    if algorithm not in ALGORITHMS:
        raise ShardError(
            f"{name}: algorithm is one of {', '.join(ALGORITHMS)}; it was {algorithm!r}."
        )
    if not callable(fn):
        raise ShardError(f"{name}: the first argument is a function fn(dev, …); it was {fn!r}.")
    called = getattr(fn, "__name__", "the function")
    if inspect.isgeneratorfunction(fn) or inspect.iscoroutinefunction(fn):
        raise ShardError(
            f"{name}: {called} is a generator or async function, which would not run through; "
            "write a plain function with `return`."
        )
    try:
        inspect.signature(fn).bind(None, *args)
    except TypeError as error:
        raise ShardError(
            f"{name}: {called} can't take the device and {len(args)} more arguments ({error}); "
            f"it is called as {called}(dev, …) with what stands after the mesh."
        ) from None
    except ValueError:  # some built-in functions tell nothing of their arguments
        pass


def by_device(mesh, args):
    """What each device gets of the arguments; no two devices share memory.

    (Functions and classes, which Python does not copy, are the same on all.)
    """
    columns = [_for_each_device(arg, mesh, place) for place, arg in enumerate(args, start=1)]
    return list(zip(*columns, strict=True)) or [()] * mesh.size


def _for_each_device(arg, mesh, place):
    """The values of one argument, by device."""
    if not isinstance(arg, Cut | Shards) and _holds_shards(arg):
        raise ShardError(
            f"run: argument {place} is {an(type(arg).__name__)} with shards in it; "
            "give shards as arguments of their own."
        )
    if isinstance(arg, Cut):
        return arg.on_mesh(mesh)
    if isinstance(arg, Shards):
        if len(arg) != mesh.size:
            raise ShardError(
                f"run: argument {place} was cut for {len(arg)} devices, but {mesh} has "
                f"{mesh.size}; cut it with n of that size, or leave n away."
            )
        return [np.array(piece, order="C") for piece in arg]
    try:
        return [deepcopy(arg) for _ in range(mesh.size)]
    except Exception as error:
        raise ShardError(
            f"run: argument {place}, {an(type(arg).__name__)}, can't be copied for each device "
            f"({error}); devices share nothing, so give them arrays, numbers or lists."
        ) from None


def _holds_shards(value):
    """Are there shards inside a list, tuple or dict?"""
    if isinstance(value, dict):
        value = list(value.values())
    return isinstance(value, Cut | Shards) or (
        isinstance(value, list | tuple) and any(map(_holds_shards, value))
    )
