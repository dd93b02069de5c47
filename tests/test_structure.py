"""Imports run one way through the library's rooms, from what a learner calls down to NumPy."""

import ast
from pathlib import Path

import pytest

LIBRARY = Path(__file__).resolve().parents[1] / "lib" / "shardlab"

# each file may import from those before it; a folder counts as one
ORDER = """
words tracebacks errors mesh shards hardware memory calls collectives device
algorithms clock record explain arguments prints request processes outside isolation engine
schedule pipeline real ranks draw asked cards quiz explore testing
""".split()


def rooms():
    return sorted({path.relative_to(LIBRARY).parts[0] for path in LIBRARY.rglob("*.py")})


def imports(path):
    """The rooms of the library that a file imports from."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module == "shardlab":
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith("shardlab."):
            yield node.module.split(".")[1]
        elif isinstance(node, ast.Import):
            yield from (a.name.split(".")[1] for a in node.names if a.name.startswith("shardlab."))


def test_every_room_has_its_place():
    found = [room.removesuffix(".py") for room in rooms() if room != "__init__.py"]
    assert sorted(found) == sorted(ORDER)


@pytest.mark.parametrize("room", ORDER)
def test_imports_run_one_way(room):
    place = LIBRARY / room
    files = place.rglob("*.py") if place.is_dir() else [place.with_suffix(".py")]
    for path in files:
        for other in imports(path):
            if other != room:
                assert ORDER.index(other) < ORDER.index(room), f"{path.name} imports {other}"


def test_the_library_imports_nothing_of_the_autograder():
    for path in LIBRARY.rglob("*.py"):
        assert "autograder" not in path.read_text(encoding="utf-8")


@pytest.mark.parametrize("path", sorted(LIBRARY.rglob("*.py")), ids=lambda path: path.stem)
def test_a_file_is_read_in_one_sitting(path):
    assert len(path.read_text(encoding="utf-8").splitlines()) < 300
