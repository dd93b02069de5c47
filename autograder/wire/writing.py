"""A value into the nodes and buffers of a frame."""

from __future__ import annotations

import json
from types import EllipsisType, FunctionType, NoneType

import numpy as np

from .frames import DATA, DEPTH, HEAD, ITEMS, TABLE, Received, Sent
from .memory import begin_of, may_change, root_of, view_of
from .values import KINDS, OBJECTS, NotPlain, refusal


class Writer:
    def __init__(self, answers: Received | None, functions: list | None, objects, keep):
        self.objects = objects  # names of the values of shardlab that may cross
        self.keep = keep  # value -> (number, kind) of an object that stays on its side, or None
        self.answers = answers
        self.functions = functions  # those that may be called back; None: none may
        self.table, self.buffers, self.sent = [], [], Sent()
        self.known, self.open, self.count, self.size = {}, set(), 0, 0
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
        if place is None or may_change(value):
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
        for name in self.objects:
            cls, parts, _ = OBJECTS[name]
            if kind is cls:
                return ["object", name, [self.item(each, depth) for each in parts(value)]]
        if self.keep is not None and (kept := self.keep(value)):
            return ["remote", *kept]
        if self.functions is not None and callable(value):
            self.functions.append(value)
            name = value.__name__ if isinstance(value, FunctionType) else kind.__name__
            return ["function", len(self.functions) - 1, name]
        raise NotPlain(refusal(value))

    def _array(self, array):
        if array.dtype.kind not in KINDS or array.dtype.metadata:
            raise NotPlain(refusal(array))
        self.size += array.nbytes  # which a view without steps may have with hardly any memory
        if self.size > DATA:
            raise NotPlain(f"more than {DATA >> 20} MB")
        root = root_of(array)
        place = len(self.table)
        if self.answers is not None:  # does it lie in what the request brought?
            for number, region in enumerate(self.answers.regions):
                if root is region:
                    offset = begin_of(array) - begin_of(region)
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
                now = region.tobytes()
                if now != self.answers.before[number]:
                    changed[str(number)] = self._buffer(now)
        total = sum(map(len, self.buffers))
        table = {"value": item, "nodes": self.table, "sizes": [len(b) for b in self.buffers]}
        table |= {"regions": self.regions, "changed": changed}
        head = json.dumps(table, separators=(",", ":")).encode()
        if len(head) > TABLE or total > DATA:
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
                node[4], node[5] = len(self.regions), begin_of(array) - begin
                view_of(region, array.dtype, array.shape, array.strides, node[5])[...] = array
                places.append((place, node[5]))
            self.regions.append(self._buffer(region))
            self.sent.regions.append((places, end - begin))


def _array_node(array, whose, region, offset):
    shape, strides = list(array.shape), list(array.strides)
    return ["array", array.dtype.str, shape, strides, region, offset, whose, array.flags.writeable]
