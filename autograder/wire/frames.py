"""The form of a frame, and what both of its sides remember of it."""

from __future__ import annotations

import re
import struct

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
        self.regions = []  # for each: its arrays, as [(node, offset), …], and its length


class Received:
    """What a frame held, as its receiver sees it: to answer in its terms."""

    def __init__(self, value, nodes, regions, before):
        self.value = value
        self.nodes = nodes
        self.regions = regions
        self.before = before  # the bytes of each region, as they came
        self.places = {id(obj): i for i, obj in enumerate(nodes)}
