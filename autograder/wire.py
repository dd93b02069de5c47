"""Plain data between the two processes of a grading: JSON and buffers, never pickle.

What crosses is None, `...`, bool, int, float, complex, str, bytes, NumPy scalars and arrays of
numbers, truth values and strings, list, tuple, dict, set, and a few values of shardlab: exact
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
import re
import struct
from types import EllipsisType, FunctionType, NoneType

import numpy as np

from .values import KINDS, OBJECTS, NotPlain, refusal

HEAD = struct.Struct(">IQ")  # bytes of the table, bytes of the buffers
TABLE, DATA = 16 << 20, 256 << 20  # the most of each
DEPTH, ITEMS = 100, 1_000_000
DTYPE = re.compile(r"[<>|]([biufcSU])(\d{1,6})")


class WireError(Exception):
    """The other side sent what no honest one would: a frame that is none."""


class Sent:
    """What a frame held, as its sender sees it: to understand the reply to it."""

    def __init__(self):
        self.nodes = []  # the object of each node
        self.regions = []  # for each: its arrays, as (node, offset)


class Received:
    """What a frame held, as its receiver sees it: to answer in its terms."""

    def __init__(self, value, nodes, regions):
        self.value = value
        self.nodes = nodes
        self.regions = regions
        self.before = [region.tobytes() for region in regions]
        self.places = {id(obj): i for i, obj in enumerate(nodes)}


# -- writing ---------------------------------------------------------------------------------------


class _Writer:
    def __init__(self, answers: Received | None, functions: list | None):
        self.answers = answers
        self.functions = functions  # those that may be called back; None: none may
        self.table, self.buffers, self.sent = [], [], Sent()
        self.known, self.open, self.count = {}, set(), 0
        self.roots = {}  # id of the array that owns the memory -> (it, [(node, array)])

    def item(self, value, depth=0):
        """A value as it stands in a node: itself, or [number of its node]."""
        kind = type(value)
        self.count += 1
        if self.count > ITEMS:
            raise NotPlain(f"more than {ITEMS:,} values")
        if kind in (NoneType, bool, str, float):
            return value
        if kind is int:
            if value.bit_length() > 10_000:
                raise NotPlain(f"an integer of {value.bit_length()} bits")
            return value
        if id(value) in self.known:
            return [self.known[id(value)]]
        if depth > DEPTH:
            raise NotPlain(f"lists in lists, more than {DEPTH} deep")
        if id(value) in self.open:
            raise NotPlain(f"a {kind.__name__} that holds itself")
        self.open.add(id(value))
        place = None if self.answers is None else self.answers.places.get(id(value))
        if place is None or _may_change(value):
            node = self._node(value, kind, depth + 1)
            node += [] if place is None else [{"same": place}]
        else:
            node = ["theirs", place]
        self.open.discard(id(value))
        self.known[id(value)] = len(self.table)
        self.table.append(node)
        self.sent.nodes.append(value)
        return [self.known[id(value)]]

    def _node(self, value, kind, depth):
        if kind in (list, tuple):
            return [kind.__name__, [self.item(each, depth) for each in value]]
        if kind in (set, frozenset):
            return [kind.__name__, [self.item(each, depth) for each in value]]
        if kind is dict:
            keys = [self.item(key, depth) for key in value]
            return ["dict", keys, [self.item(each, depth) for each in value.values()]]
        if kind is np.ndarray:
            return self._array(value)
        if kind is complex:
            return ["complex", value.real, value.imag]
        if kind is bytes:
            return ["bytes", self._buffer(value)]
        if kind is EllipsisType:
            return ["..."]
        if isinstance(value, np.generic) and kind is value.dtype.type and value.dtype.kind in KINDS:
            return ["scalar", value.dtype.str, self._buffer(value.tobytes())]
        for name, (cls, parts, _) in OBJECTS.items():
            if kind is cls:
                return ["object", name, [self.item(each, depth) for each in parts(value)]]
        if self.functions is not None and callable(value):
            self.functions.append(value)
            name = value.__name__ if isinstance(value, FunctionType) else kind.__name__
            return ["function", len(self.functions) - 1, name]
        raise NotPlain(refusal(value))

    def _array(self, array):
        if array.dtype.kind not in KINDS or array.dtype.metadata:
            raise NotPlain(refusal(array))
        root = _root(array)
        place = len(self.table)
        if self.answers is not None:  # does it lie in what the request brought?
            for number, region in enumerate(self.answers.regions):
                if root is region:
                    offset = _begin(array) - _begin(region)
                    return _array_node(array, "theirs", number, offset)
        _, members = self.roots.setdefault(id(root), (root, []))
        node = _array_node(array, "ours", id(root), 0)
        members.append((place, array, node))
        return node

    def _buffer(self, data) -> int:
        self.buffers.append(bytes(data))
        return len(self.buffers) - 1

    def frame(self, value) -> list[bytes]:
        item = self.item(value)
        self._lay_regions()
        changed = {}
        if self.answers is not None:
            for number, region in enumerate(self.answers.regions):
                if region.tobytes() != self.answers.before[number]:
                    changed[str(number)] = self._buffer(region.tobytes())
        total = sum(map(len, self.buffers))
        logical = sum(each.nbytes for each in self.sent.nodes if type(each) is np.ndarray)
        table = {"value": item, "nodes": self.table, "sizes": [len(b) for b in self.buffers]}
        table |= {"regions": self.regions, "changed": changed}
        head = json.dumps(table, separators=(",", ":")).encode()
        if len(head) > TABLE or max(total, logical) > DATA:
            raise NotPlain(f"more than {DATA >> 20} MB")
        return [HEAD.pack(len(head), total), head, *self.buffers]

    def _lay_regions(self):
        """One buffer for each piece of memory, with the bytes of its arrays and zeros between."""
        self.regions = []
        for _, members in self.roots.values():
            spans = [np.lib.array_utils.byte_bounds(array) for _, array, _ in members]
            begin, end = min(low for low, _ in spans), max(high for _, high in spans)
            if end - begin > DATA:
                raise NotPlain(f"more than {DATA >> 20} MB")
            region, places = np.zeros(end - begin, np.uint8), []
            for place, array, node in members:
                node[4], node[5] = len(self.regions), _begin(array) - begin
                _view(region, array.dtype, array.shape, array.strides, node[5])[...] = array
                places.append((place, node[5]))
            self.regions.append(self._buffer(region))
            self.sent.regions.append((places, end - begin))


def _array_node(array, whose, region, offset):
    shape, strides = list(array.shape), list(array.strides)
    return ["array", array.dtype.str, shape, strides, region, offset, whose, array.flags.writeable]


def _root(array):
    """The array that owns the memory."""
    while True:
        base = array.base
        if not isinstance(base, np.ndarray):
            base = getattr(base, "base", None)  # as_strided puts an object between
        if type(base) is not np.ndarray:
            return array
        array = base


def _begin(array) -> int:
    return array.__array_interface__["data"][0]


def _view(region, dtype, shape, strides, offset):
    return np.ndarray(shape, dtype, buffer=region, offset=offset, strides=strides)


def _may_change(value) -> bool:
    """Or what it holds may."""
    return type(value) in (list, tuple, dict, set, np.ndarray)


# -- reading ---------------------------------------------------------------------------------------


class _Reader:
    def __init__(self, table, buffers, asked: Sent | None, function, objects):
        self.table, self.buffers, self.asked = table, buffers, asked
        self.function, self.objects = function, objects
        self.nodes, self.size = [], 0
        self.regions = [np.frombuffer(self._buffer(i), np.uint8).copy() for i in table["regions"]]
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
        return Received(value, self.nodes, self.regions)

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
        if type(place) is not int or place < 0 or _may_change(self.asked.nodes[place]):
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

    def _array(self, kind, dtype, shape, strides, region, offset, whose, writeable):
        dtype, shape, strides = _dtype(dtype), tuple(shape), tuple(strides)
        self.size += int(np.prod(shape, dtype=object)) * dtype.itemsize
        if self.size > DATA or len(shape) > 32 or min((*shape, offset), default=0) < 0:
            raise WireError("an array too large")
        if whose == "ours":
            view = _view(self.regions[region], dtype, shape, strides, offset)
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
            _view(covered, bool, *bytes_of, begin)[...] = True
        if not _view(covered, bool, (*shape, dtype.itemsize), (*strides, 1), offset).all():
            raise WireError("memory that was not sent")
        array, begin = self.asked.nodes[places[0][0]], places[0][1]
        root = _root(array)
        low, _ = np.lib.array_utils.byte_bounds(root)
        at = _begin(array) - begin + offset - low
        try:
            flat = root.reshape(-1, order="A").view(np.uint8)
            if np.shares_memory(flat, root):
                return _view(flat, dtype, shape, strides, at)
        except (ValueError, TypeError):
            pass  # memory that is not in one piece: a copy stands for it
        copy = np.zeros(length, np.uint8)
        for place, begin in places:
            array = self.asked.nodes[place]
            _view(copy, array.dtype, array.shape, array.strides, begin)[...] = array
        return _view(copy, dtype, shape, strides, offset)

    def _restore(self, value, place):
        """The object of the request that this one is, with what it holds now."""
        old = self.asked.nodes[place]
        if type(old) is not type(value):
            raise WireError("an argument of another type")
        if type(value) is np.ndarray:
            alike = (old.shape, old.strides, old.dtype) == (value.shape, value.strides, value.dtype)
            return old if alike and _begin(old) == _begin(value) else value
        if type(value) is tuple:
            alike = len(old) == len(value) and all(a is b for a, b in zip(old, value, strict=True))
            return old if alike else value
        if type(value) is list:
            old[:] = value
        else:
            old.clear()
            old.update(value)
        return old

    def _write_back(self):
        for number, new in self.theirs.items():
            places, length = self.asked.regions[number]
            if len(new) != length:
                raise WireError("memory of another size")
            for place, offset in places:
                array = self.asked.nodes[place]
                if array.flags.writeable:
                    view = _view(new, array.dtype, array.shape, array.strides, offset)
                    if view.tobytes() != array.tobytes():
                        array[...] = view


NODES = {"list": "container", "tuple": "container", "set": "container", "frozenset": "container"}
NODES |= {"dict": "dict", "complex": "complex", "bytes": "bytes", "...": "dots", "array": "array"}
NODES |= {"theirs": "theirs", "scalar": "scalar", "object": "object", "function": "function"}


def _dtype(text):
    match = DTYPE.fullmatch(text)
    if not match:
        raise WireError("a dtype that is none")
    return np.dtype(text)


# -- frames ----------------------------------------------------------------------------------------


def pack(value, answers: Received | None = None, functions: list | None = None):
    """(the parts of a frame, what was Sent). `answers`: the request that it answers.

    `functions`: a list to which those that may be called back are added; without it none may be.
    Raises NotPlain if the value is no plain data.
    """
    writer = _Writer(answers, functions)
    return writer.frame(value), writer.sent


def unpack(head: bytes, data: bytes, asked: Sent | None = None, function=None, objects=()):
    """What a frame holds. `asked`: the request that it answers, whose objects it may hold.

    `function(number, name)` makes what stands for a function of the other side; `objects` names
    the values of shardlab that may come. Raises WireError if the frame is none.
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
        return _Reader(table, buffers, asked, function, objects).read()
    except WireError:
        raise
    except Exception as error:  # whatever a forged frame stumbles over
        raise WireError(f"a frame that is none ({type(error).__name__})") from None
