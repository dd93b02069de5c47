"""What students are given of a master's cell: its text without secrets, its role, its checksum.

The release is made from the master by nbgrader, with stubs that each course words for itself. So
`is_stub` takes any usual stub in the place of a solution.
"""

from __future__ import annotations

import hashlib
import math
import re

STUB = {"code": "# YOUR CODE HERE\nraise NotImplementedError()", "markdown": "YOUR ANSWER HERE"}
LONGEST_STUB = 10_000  # characters
_STUB_LINE = re.compile(
    r"^\s*(raise\b.*|pass|\.\.\.)?$|NotImplementedError|your (code|answer) here", re.IGNORECASE
)


def data(cell: dict) -> dict:
    """nbgrader's metadata of a cell; empty when it has none."""
    metadata = cell.get("metadata")
    found = metadata.get("nbgrader") if isinstance(metadata, dict) else None
    return found if isinstance(found, dict) else {}


def grade_id(cell: dict) -> str:
    name = data(cell).get("grade_id")
    return name if isinstance(name, str) else ""


def text(cell: dict) -> str:
    """A cell's source in one piece."""
    source = cell.get("source", "")
    return source if isinstance(source, str) else "".join(source)


def role(cell: dict) -> str:
    """`given`, `solution`, `test`, `written` or `text`."""
    flags, code = data(cell), cell["cell_type"] == "code"
    if flags.get("task") or (flags.get("grade") and (flags.get("solution") or not code)):
        return "written"
    if not code:
        return "text"
    if flags.get("solution"):
        return "solution"
    return "test" if flags.get("grade") else "given"


def locked(cell: dict) -> bool:
    """As nbgrader has it: tests are locked, answers never."""
    flags = data(cell)
    return not flags.get("solution") and bool(flags.get("grade") or flags.get("locked"))


def points(cell: dict) -> float:
    value = data(cell).get("points")
    number = isinstance(value, int | float) and not isinstance(value, bool)
    return float(value) if number and math.isfinite(value) else 0.0


def checksum(cell: dict, source: str) -> str:
    """nbgrader's checksum of the cell with that source: it tells whether an answer was touched."""
    flags = data(cell)
    graded, solution = flags.get("grade", False), flags.get("solution", False)
    is_locked = False if solution else True if graded else flags.get("locked", False)
    parts = [source, cell["cell_type"], graded, solution, is_locked, flags.get("grade_id", "")]
    if graded:
        parts.append(points(cell))
    return hashlib.md5("".join(map(str, parts)).encode("utf-8", "replace")).hexdigest()


def untouched(cell: dict) -> bool:
    """Whether the cell's own checksum says that its text is as some release had it."""
    kept = data(cell).get("checksum")
    return bool(kept) and bool(grade_id(cell)) and kept == checksum(cell, text(cell))


def without_hidden(source: str) -> tuple[str, set[str]]:
    """A cell's source as students see it, and the lines that they don't."""
    kept, inside = _cut(source, "HIDDEN TESTS")
    return "\n".join(line for part in kept for line in part), {line.strip() for line in inside}


def shown(cell: dict) -> str:
    """The text that students are given, with nbgrader's own stub where solutions were."""
    source = public(cell)
    if not data(cell).get("solution"):
        return source
    stub = STUB.get(cell["cell_type"], STUB["markdown"])
    parts, _ = _cut(source, "SOLUTION")
    if len(parts) == 1:
        return stub
    lines, marks = parts[0], [x for x in source.split("\n") if "BEGIN SOLUTION" in x]
    for mark, part in zip(marks, parts[1:], strict=False):
        indent = mark[: len(mark) - len(mark.lstrip())]
        lines = [*lines, *(indent + line for line in stub.split("\n")), *part]
    return "\n".join(lines)


def public(cell: dict) -> str:
    """The cell's text without hidden tests and mark scheme; a solution is still in it."""
    parts, _ = _cut(without_hidden(text(cell))[0], "MARK SCHEME")
    return "\n".join(line for part in parts for line in part)


def frame(cell: dict) -> list[list[str]]:
    """The lines before, between and after the solutions of an answer cell."""
    parts, _ = _cut(public(cell), "SOLUTION")
    return [_lines("\n".join(part)) for part in parts] if len(parts) > 1 else [[], []]


def is_stub(source: str, frame: list[list[str]]) -> bool:
    """Whether the text is the frame, with nothing but stubs where its solutions were."""
    if len(source) > LONGEST_STUB + sum(len(line) for part in frame for line in part):
        return False
    lines, at = _lines(source), len(frame[0])
    if lines[:at] != frame[0]:
        return False
    for number, part in enumerate(frame[1:], start=2):
        last = number == len(frame)
        while lines[at : None if last else at + len(part)] != part:
            if at >= len(lines) or not _STUB_LINE.search(lines[at]):
                return False
            at += 1
        at += len(part)
    return True


def plain(source: str) -> str:
    """A text to compare: no blanks at line ends, no blank lines at all."""
    return "\n".join(_lines(source))


def _lines(source: str) -> list[str]:
    return [line.rstrip() for line in source.split("\n") if line.strip()]


def _cut(source: str, what: str) -> tuple[list[list[str]], list[str]]:
    """The lines around each `BEGIN what ... END what`, and all lines inside."""
    parts, inside, within = [[]], [], False
    for line in source.split("\n"):
        if f"BEGIN {what}" in line:
            within = True
            parts.append([])
        elif f"END {what}" in line:
            within = False
        else:
            (inside if within else parts[-1]).append(line)
    return parts, inside
