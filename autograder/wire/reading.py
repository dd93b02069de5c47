"""The nodes and buffers of a frame into a value. Nothing of what comes is believed."""

from __future__ import annotations

import numpy as np

from .frames import DATA, DTYPE, Received, Sent, WireError
from .memory import begin_of, may_change, root_of, view_of
from .values import OBJECTS, made_into


class Reader:
    def __init__(self, table, buffers, asked: Sent | None, function, objects, find):
        self.table, self.buffers, self.asked = table, buffers, asked
        self.function, self.objects, self.find = function, objects, find
        self.nodes, self.size = [], 0
        self.before = [self._buffer(i) for i in table["regions"]]
        self.regions = [np.frombuffer(data, np.uint8).copy() for data in self.before]
        self.theirs = {}  # number of a region of the request -> its new bytes, if they changed
        for number, index in table["changed"].items():
            self.theirs[int(number)] = np.frombuffer(self._buffer(index), np.uint8)

    def read(self) -> Received:
        for node in self.table["nodes"]:
            same = node.pop()["same"] if type(node[-1]) is dict else None
            value = getattr(self, "_" + NODES[node[0]])(*node)
            self.nodes.append(value if same is None else self._restore(value, same))
        value = self.item(self.table["value"])
        self._write_back()
        return Received(value, self.nodes, self.regions, self.before)

    def item(self, item):
        if type(item) is list:
            (index,) = item
            if type(index) is not int or index < 0:
                raise WireError("a reference that is none")
            return self.nodes[index]
        if type(item) is dict:
            raise WireError("an item that is none")
        return item

    def _buffer(self, index):
        if type(index) is not int or index < 0:
            raise WireError("a buffer that is none")
        return self.buffers[index]

    def _container(self, kind, items):
        make = {"list": list, "tuple": tuple, "set": set, "frozenset": frozenset}[kind]
        return make(map(self.item, items))

    def _dict(self, kind, keys, values):
        return dict(zip(map(self.item, keys), map(self.item, values), strict=True))

    def _complex(self, kind, real, imag):
        return complex(real, imag)

    def _bytes(self, kind, buffer):
        return bytes(self._buffer(buffer))

    def _theirs(self, kind, place):
        if type(place) is not int or place < 0 or may_change(self.asked.nodes[place]):
            raise WireError("an object of the request that is none")
        return self.asked.nodes[place]

    def _dots(self, kind):
        return ...

    def _scalar(self, kind, dtype, buffer):
        (value,) = np.frombuffer(self._buffer(buffer), _dtype(dtype))
        return value

    def _object(self, kind, name, parts):
        if name not in self.objects:
            raise WireError(f"a {name}")
        return OBJECTS[name][2](*map(self.item, parts))

    def _function(self, kind, number, name):
        if self.function is None:
            raise WireError("a function")
        return self.function(number, name)

    def _remote(self, node, number, kind):
        if self.find is None:
            raise WireError("an object")
        return self.find(number, kind)

    def _array(self, kind, dtype, shape, strides, region, offset, whose, writeable):
        dtype, shape, strides = _dtype(dtype), tuple(shape), tuple(strides)
        self.size += int(np.prod(shape, dtype=object)) * dtype.itemsize
        if self.size > DATA or len(shape) > 32 or min((*shape, offset), default=0) < 0:
            raise WireError("an array too large")
        if whose == "ours":
            view = view_of(self.regions[region], dtype, shape, strides, offset)
        else:
            view = self._of_the_request(dtype, shape, strides, region, offset)
        view.flags.writeable = view.flags.writeable and bool(writeable)
        return view

    def _of_the_request(self, dtype, shape, strides, number, offset):
        """A view of memory that the request brought: only of bytes that it brought."""
        places, length = self.asked.regions[number]
        covered = np.zeros(length, bool)
        for place, begin in places:
            array = self.asked.nodes[place]
            bytes_of = (*array.shape, array.dtype.itemsize), (*array.strides, 1)
            view_of(covered, bool, *bytes_of, begin)[...] = True
        if not view_of(covered, bool, (*shape, dtype.itemsize), (*strides, 1), offset).all():
            raise WireError("memory that was not sent")
        array, begin = self.asked.nodes[places[0][0]], places[0][1]
        root = root_of(array)
        low, _ = np.lib.array_utils.byte_bounds(root)
        at = begin_of(array) - begin + offset - low
        try:
            flat = root.reshape(-1, order="A").view(np.uint8)
            if np.shares_memory(flat, root):
                return view_of(flat, dtype, shape, strides, at)
        except (ValueError, TypeError):
            pass  # memory that is not in one piece: a copy stands for it
        copy = np.zeros(length, np.uint8)
        for place, begin in places:
            array = self.asked.nodes[place]
            view_of(copy, array.dtype, array.shape, array.strides, begin)[...] = array
        return view_of(copy, dtype, shape, strides, offset)

    def _restore(self, value, place):
        """The object of the request that this one is, with what it holds now."""
        old = self.asked.nodes[place]
        if type(old) is not type(value):
            raise WireError("an argument of another type")
        if type(value) is np.ndarray:
            alike = (old.shape, old.strides, old.dtype) == (value.shape, value.strides, value.dtype)
            return old if alike and begin_of(old) == begin_of(value) else value
        if type(value) is tuple:
            alike = len(old) == len(value) and all(a is b for a, b in zip(old, value, strict=True))
            return old if alike else value
        return made_into(old, value)

    def _write_back(self):
        for number, new in self.theirs.items():
            places, length = self.asked.regions[number]
            if len(new) != length:
                raise WireError("memory of another size")
            for place, offset in places:
                array = self.asked.nodes[place]
                if array.flags.writeable:
                    view = view_of(new, array.dtype, array.shape, array.strides, offset)
                    if view.tobytes() != array.tobytes():
                        array[...] = view


NODES = {"list": "container", "tuple": "container", "set": "container", "frozenset": "container"}
NODES |= {"dict": "dict", "complex": "complex", "bytes": "bytes", "...": "dots", "array": "array"}
NODES |= {
    "theirs": "theirs",
    "scalar": "scalar",
    "object": "object",
    "function": "function",
    "remote": "remote",
}


def _dtype(text):
    match = DTYPE.fullmatch(text)
    if not match:
        raise WireError("a dtype that is none")
    return np.dtype(text)
