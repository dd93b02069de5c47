"""What a cell binds, against what running it binds."""

import pytest

from autograder.master.names import names, without_magics

CELLS = [
    "def f(x):\n    y = x\n    return y",
    "class A:\n    b = 1",
    "a, (b, *c) = 1, (2, 3, 4)",
    "a = b = 1\nc: int = 2\na += 1",
    "if (n := 3) > 2:\n    big = True\nelse:\n    small = True",
    "for i in range(3):\n    square = i * i",
    "with open('/dev/null') as file:\n    text = file.read()",
    "try:\n    import math as m\nexcept ImportError as error:\n    m = None",
    "import os.path, json\nfrom math import pi as p",
    "a = 1\nb = 2\ndel a",
    "total = sum(hidden for hidden in range(3))",
    "x = [last := k for k in range(3)]",
    "f = lambda inner: (lost := inner)",
    "match [1, 2]:\n    case [head, *tail]:\n        pass",
    "while True:\n    once = 1\n    break",
    "a = [0]\na[0] = 1",
]


@pytest.mark.parametrize("source", CELLS)
def test_names_are_those_that_a_run_binds(source):
    room = {}
    exec(source, room)
    room.pop("__builtins__")
    room.pop("__annotations__", None)
    found = names(source)
    ran = set(room) | ({"small"} if "small" in source else set())  # each branch counts
    assert {*found.imports, *found.others} == ran


def test_imports_stand_apart_and_order_is_kept():
    found = names("import numpy as np\nb = 1\ndef a(): pass\nb = 2\nclass C: pass")
    assert (found.imports, found.others, found.defined) == (["np"], ["b", "a", "C"], ["a", "C"])
    assert names("from x import *\nimport y\nz = y").others == ["z"]


@pytest.mark.parametrize(
    "source, bound",
    [
        ("%matplotlib inline\n!ls\nx = 1", ["x"]),
        ("%%time\nx = 1", ["x"]),
        ("%%bash\nx = 1", []),
        ("if True:\n    %timeit f()\nx = 1", ["x"]),
        ("x = (7\n     % 4)", ["x"]),
        ("def f(x)\n    return x\ny = 2\nz == 3", ["f", "y"]),  # no Python, but plain enough
        ("x = 1\n  return", ["x"]),
        ("\0", []),
        ("(" * 5000, []),
        ("-" * 50_000 + "1", []),
        ("x = 1\n" * 50_000, ["x"]),
    ],
)
def test_magics_and_broken_cells_are_read_as_far_as_they_go(source, bound):
    assert names(source).others == bound


def test_lines_keep_their_numbers_without_magics():
    source = "%%time\n!ls\nx = 1\n%who\n"
    assert without_magics(source).split("\n")[2] == "x = 1"
    assert without_magics(source).count("\n") == source.count("\n")
