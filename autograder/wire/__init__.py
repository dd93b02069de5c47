"""Plain data between the two processes of a grading: JSON and buffers, never pickle.

What crosses is None, `...`, bool, int, float, complex, str, bytes, NumPy scalars and arrays of
numbers, truth values and strings, list, tuple, dict, set, Fraction and values of shardlab: exact
types, no subclasses, so nothing brings behaviour of its own along. Sizes are looked at before
anything is read.

A frame is a table of nodes, each of which refers to earlier ones alone, so reading it neither
recurses nor loops. An object that is there twice stays one object. Arrays that share memory come
out sharing memory: they lie in one *region*, of which only their own bytes are sent.

A call is passed by copy and restore, as if both sides shared memory: the reply says what the
arguments hold now, in terms of the request, and what it gives back of them is the very same object.
"""

from __future__ import annotations

import json

from .frames import DATA, HEAD, TABLE, Received, Sent, WireError
from .reading import Reader
from .values import OBJECTS
from .writing import Writer

__all__ = ["DATA", "HEAD", "TABLE", "Received", "Sent", "WireError", "pack", "unpack"]


def pack(value, answers: Received | None = None, functions=None, objects=tuple(OBJECTS), keep=None):
    """(the parts of a frame, what was Sent). `answers`: the request that it answers.

    `functions`: a list to which those that may be called back are added; without it none may be.
    `objects` names the values of shardlab that may cross. `keep(value)` gives (number, kind) for an
    object that stays here and is spoken of. Raises NotPlain if the value is no plain data.
    """
    writer = Writer(answers, functions, objects, keep)
    return writer.frame(value), writer.sent


def unpack(
    head: bytes, data: bytes, asked: Sent | None = None, function=None, objects=(), find=None
):
    """What a frame holds. `asked`: the request that it answers, whose objects it may hold.

    `function(number, name)` makes what stands for a function of the other side, and
    `find(number, kind)` what stands for an object of it; `objects` names the values of shardlab
    that may come. Raises WireError if the frame is none.
    """
    try:
        table = json.loads(head)
        buffers, begin = [], 0
        for size in table["sizes"]:
            if type(size) is not int or size < 0:
                raise WireError("a size that is none")
            buffers.append(memoryview(data)[begin : begin + size])
            begin += size
        if begin != len(data):
            raise WireError("buffers of another size")
        return Reader(table, buffers, asked, function, objects, find).read()
    except WireError:
        raise
    except Exception as error:  # whatever a forged frame stumbles over
        raise WireError(f"a frame that is none ({type(error).__name__})") from None
