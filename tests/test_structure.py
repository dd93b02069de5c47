"""Imports run one way through the library's rooms, from what a learner calls down to NumPy."""

import ast
from pathlib import Path

import pytest

LIBRARY = Path(__file__).resolve().parents[1] / "lib" / "shardlab"

# each file may import from those before it; a folder counts as one
ORDER = """
words tracebacks errors mesh shards hardware memory calls collectives device
algorithms clock record explain arguments prints request processes outside isolation engine
schedule pipeline sgd real ranks draw asked cards quiz explore testing
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


# -- the autograder --------------------------------------------------------------------------------

AUTOGRADER = LIBRARY.parents[1] / "autograder"


def modules():
    """Name -> file of each of its modules: `wire.reading`; a package is its __init__."""
    found = {}
    for path in AUTOGRADER.rglob("*.py"):
        parts = path.relative_to(AUTOGRADER).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def imported(name, path, known):
    """The modules that one imports when it is imported itself."""
    package = name.split(".") if path.name == "__init__.py" else name.split(".")[:-1]
    package = [part for part in package if part]
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if not isinstance(node, ast.ImportFrom):
            continue
        parts = node.module.split(".") if node.module else []
        if node.level:
            base = [*package[: len(package) - node.level + 1], *parts]
        elif parts[0] == AUTOGRADER.name:
            base = parts[1:]
        else:
            continue
        for alias in node.names:
            inner = ".".join([*base, alias.name])
            yield inner if inner in known else ".".join(base)


def test_the_autograder_has_no_circle():
    known = modules()
    graph = {name: set(imported(name, path, known)) - {name} for name, path in known.items()}
    done = set()

    def visit(name, above):
        assert name not in above, " imports ".join([*above[above.index(name) :], name])
        if name not in done:
            for other in sorted(graph[name]):
                visit(other, [*above, name])
            done.add(name)

    for name in sorted(graph):
        visit(name, [])


@pytest.mark.parametrize("name", sorted(modules()))
def test_a_file_of_the_autograder_is_read_in_one_sitting(name):
    assert len(modules()[name].read_text(encoding="utf-8").splitlines()) < 300


def test_the_student_side_imports_nothing_that_knows_a_test():
    known = modules()
    seen, open_ = set(), ["zygote"]
    while open_:
        name = open_.pop()
        if name not in seen:
            seen.add(name)
            open_ += imported(name, known[name], known)
    rooms = {name.split(".")[0] for name in seen}
    secret = {"master", "trusted", "testcell", "server", "judge", "batch", "gradebook", "text"}
    assert rooms.isdisjoint(secret) and {"student", "jail", "wire"} <= rooms
