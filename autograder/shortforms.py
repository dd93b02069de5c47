"""A cell's role in few words, and the nbgrader metadata that it stands for.

| in the text                  | grade_id                          | grade | solution | locked |
|------------------------------|-----------------------------------|-------|----------|--------|
| `:solution: NAME`            | NAME                              |       | yes      |        |
| `:test: NAME`, `:points: 6`  | test_NAME, test_NAME_2, ...       | yes   |          | yes    |
| `:given: NAME`               | NAME                              |       |          | yes    |
| `:written: NAME`, `:points:` | NAME                              | yes   | yes      |        |

`expand` goes from the text's options to the notebook's metadata, `contract` comes back. A role
that no short form can say stays as it is, under `nbgrader:`; other metadata that the text has
no option for goes under `metadata:`. So nothing is lost either way.
"""

from __future__ import annotations

import math
import re

from .course import Mistake

ROLES = ("solution", "test", "given", "written")
# options that are the cell's metadata, as they stand
PLAIN = (
    "covers tags name jupyter slideshow editable deletable format raw_mimetype nbgrader"
).split()
OPTIONS = (*ROLES, "points", *PLAIN, "metadata", "attachments")
NAME = re.compile(r"[A-Za-z0-9_-]+")


def nbgrader_metadata(role: str, name: str, points=None, nth: int = 1) -> dict:
    """What nbgrader keeps of a cell with that role; `nth` counts the tests of one exercise."""
    grade_id = name
    if role == "test":
        grade_id = f"test_{name}" if nth == 1 else f"test_{name}_{nth}"
    data = {
        "grade": role in ("test", "written"),
        "grade_id": grade_id,
        "locked": role in ("test", "given"),
        "schema_version": 3,
        "solution": role in ("solution", "written"),
        "task": False,
    }
    if data["grade"]:
        data["points"] = points
    return data


def expand(options: dict, tests: dict[str, int], where: str) -> tuple[dict, dict | None]:
    """A cell's options in the text -> (its metadata, its attachments).

    `tests` counts the tests of each exercise so far, and is kept up to date; `where` is the cell's
    place, for the Mistake that an unknown or contradictory option raises.
    """
    unknown = [key for key in options if key not in OPTIONS]
    if unknown:
        raise Mistake(
            f"{where}: unknown option {str(unknown[0])!r}. Known are {', '.join(OPTIONS)}; "
            "any other metadata of a cell goes under metadata:."
        )
    options = dict(options)
    extra, attachments = options.pop("metadata", {}), options.pop("attachments", None)
    if not isinstance(extra, dict) or any(key in PLAIN for key in extra):
        raise Mistake(f"{where}: metadata: takes names and values that are not options themselves.")
    roles = [role for role in ROLES if role in options]
    points = options.pop("points", None)
    if len(roles) > 1 or (roles and "nbgrader" in options):
        raise Mistake(f"{where}: a cell has one role; this one has {', '.join(roles)}.")
    if points is not None and roles not in (["test"], ["written"]):
        raise Mistake(f"{where}: points belong to a :test: or a :written: cell.")
    if roles:
        role, name = roles[0], options.pop(roles[0])
        if not isinstance(name, str) or not NAME.fullmatch(name):
            raise Mistake(
                f"{where}: {name!r} can't name an exercise; use letters, digits, _ and - only."
            )
        if role == "test":
            tests[name] = tests.get(name, 0) + 1
        options["nbgrader"] = nbgrader_metadata(role, name, points, tests.get(name, 1))
    return {**options, **extra}, attachments


def contract(cell, solutions: list[str], tests: dict[str, int]) -> dict:
    """A notebook cell -> its options in the text; `solutions` are the exercises above it."""
    metadata = dict(cell.metadata)
    options = {}
    data = metadata.get("nbgrader")
    short = data and _short(data, solutions, tests)
    if short:
        options |= short
        del metadata["nbgrader"]
    options |= {key: metadata.pop(key) for key in PLAIN if key in metadata}
    if metadata:
        options["metadata"] = dict(sorted(metadata.items()))
    if cell.get("attachments"):
        options["attachments"] = dict(cell.attachments)
    return options


def _short(data: dict, solutions: list[str], tests: dict[str, int]) -> dict | None:
    grade_id, points = data.get("grade_id"), data.get("points")
    # the exercise right above is the likeliest; a name may itself end in _2
    names = [(role, grade_id) for role in ("solution", "given", "written")]
    names += [("test", name) for name in reversed(solutions)]
    for role, name in names:
        nth = tests.get(name, 0) + 1
        if data == nbgrader_metadata(role, name, points, nth):
            if role == "test":
                tests[name] = nth
            graded = {"points": points} if role in ("test", "written") else {}
            return {role: name, **graded}
    return None


def is_points(points) -> bool:
    """Whether nbgrader can give these points: a number, finite, not negative."""
    number = isinstance(points, int | float) and not isinstance(points, bool)
    return number and math.isfinite(points) and points >= 0
