"""What a lesson or an assignment must keep to, checked while building. One sentence a breach."""

from __future__ import annotations

from .course import Course, Level, Mistake
from .shortforms import is_points

# (what nbgrader calls it, where it may stand, who may hold it)
REGIONS = (
    ("SOLUTION", "solution", "a :solution: or :written: cell"),
    ("HIDDEN TESTS", "grade", "a :test: cell"),
)


def check_lesson(nb, places: list[str]) -> None:
    """A lesson is shown whole, so it has no graded cell."""
    for cell, place in zip(nb.cells, places, strict=True):
        if cell.metadata.get("nbgrader"):
            raise Mistake(f"{place}: a lesson has no graded cells; move it to assignment.md.")
        _covers(cell, place)


def check_assignment(nb, places: list[str], level: Level, where: str) -> None:
    """Names, points, regions and their sum. Raises Mistake at the first breach."""
    seen: dict[str, str] = {}
    solutions: set[str] = set()
    total = 0.0
    for cell, place in zip(nb.cells, places, strict=True):
        _covers(cell, place)
        data = cell.metadata.get("nbgrader")
        _regions(cell, data or {}, place)
        if not data:
            continue
        grade_id = data.get("grade_id")
        if not isinstance(grade_id, str) or not grade_id:
            raise Mistake(f"{place}: the graded cell has no name (grade_id).")
        if grade_id in seen:
            raise Mistake(f"{place}: the name {grade_id!r} is taken, by {seen[grade_id]}.")
        seen[grade_id] = place
        _kind(cell, data, place)
        if data.get("grade") or data.get("task"):
            if not is_points(data.get("points")):
                raise Mistake(
                    f"{place}: {grade_id} needs points, a number that is not negative"
                    + (f", not {data['points']!r}." if data.get("points") is not None else ".")
                )
            total += data["points"]
        if data.get("solution"):
            solutions.add(grade_id)
        elif data.get("grade"):
            _tests_a_solution(grade_id, solutions, place)
    if abs(total - level.points) > 1e-9:
        raise Mistake(
            f"{where}: its points sum to {total:g}, but course/course.toml gives {level.name} "
            f"{level.points:g}."
        )


def check_folders(course: Course) -> None:
    """Each folder in course/ that holds a text must be a level of course.toml."""
    for folder in sorted((course.root / "course").glob("*/")):
        texts = [name for name in ("lesson.md", "assignment.md") if (folder / name).is_file()]
        if texts and folder.name not in course.levels:
            raise Mistake(
                f"course/{folder.name}/{texts[0]}: no level {folder.name!r} in course.toml; "
                f"add [levels.{folder.name}], or rename the folder."
            )


def _tests_a_solution(grade_id: str, solutions: set[str], place: str) -> None:
    # an instructor may name a test as he likes in nbgrader's toolbar; ours say whom they test
    name = grade_id.removeprefix("test_")
    known = name in solutions or name.rpartition("_")[0] in solutions
    if grade_id.startswith("test_") and not known:
        raise Mistake(
            f"{place}: the test of {name!r} has no :solution: {name} above it; check the name."
        )


def _kind(cell, data: dict, place: str) -> None:
    grade, solution = data.get("grade"), data.get("solution")
    if data.get("task"):
        if cell.cell_type != "markdown":
            raise Mistake(f"{place}: a task is a markdown cell.")
    elif cell.cell_type == "raw" and (grade or solution):
        raise Mistake(f"{place}: a raw cell can't be graded.")
    elif cell.cell_type == "markdown" and bool(grade) != bool(solution):
        raise Mistake(f"{place}: {data['grade_id']} must be a code cell.")


def _regions(cell, data: dict, place: str) -> None:
    for name, flag, holder in REGIONS:
        is_open = found = False
        for line in cell.source.split("\n"):
            if f"BEGIN {name}" in line:
                if is_open:
                    raise Mistake(f"{place}: BEGIN {name} inside another; end the first one.")
                is_open = found = True
            elif f"END {name}" in line:
                if not is_open:
                    raise Mistake(f"{place}: END {name} without its BEGIN {name}.")
                is_open = False
        if is_open:
            raise Mistake(f"{place}: BEGIN {name} without its END {name}.")
        if found and not data.get(flag):
            raise Mistake(f"{place}: BEGIN {name} belongs in {holder}.")


def _covers(cell, place: str) -> None:
    covers = cell.metadata.get("covers", [])
    if not isinstance(covers, list) or not all(isinstance(item, str) for item in covers):
        raise Mistake(f"{place}: covers is a list of IDs, like [MP-2.1, WE-1].")
