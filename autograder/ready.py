"""What a command needs before it can start; whoever lacks it is told what to do (a Mistake)."""

from __future__ import annotations

from pathlib import Path

from .course import Course, Level, Mistake, load, make_way


def batch(name: str):
    """The submissions of a level, to be graded; all folders that they go to can be written."""
    from .batch import Batch
    from .front import Front

    course = load()
    level = built(course, course.level(name))
    for folder in ("submitted", "autograded", "feedback"):
        make_way(course.root, course.root / folder / "of a student")
    return Batch(course, level, Front(course.root))


def built(course: Course, level: Level) -> Level:
    """The level, whose assignment is in source/."""
    if not course.source(level).is_file():
        source = course.show(course.source(level))
        if course.text(level, "assignment").is_file():
            raise Mistake(f"{source} is missing: run `autograder build`.")
        raise Mistake(f"level {level.name} has no assignment yet: {source} is missing.")
    return level


def check_writable(output: Path) -> None:
    """Can a file be written there?"""
    if not output.parent.is_dir():
        raise Mistake(f"can't write {output}: there is no folder {output.parent}; make it first.")
    if output.is_dir():
        raise Mistake(f"can't write {output}: it is a folder; name a file in it.")


def check_gradebook(course: Course, level: str) -> None:
    """Is there one? To open it would make one that looks like a class without students."""
    if not (course.root / "gradebook.db").is_file():
        raise Mistake(f"there is no gradebook yet: run `autograder grade {level}` first.")


def graded(course: Course):
    """(the verdicts of all levels of which something is graded, those levels)."""
    from .front import Front
    from .verdict import MISSING, verdicts

    check_gradebook(course, "LEVEL")
    found, levels = [], []
    with Front(course.root).books() as books:
        for level in course.levels.values():
            here = verdicts(course, level, books)
            if any(one.outcome != MISSING for one in here):
                found += here
                levels.append(level)
    return found, levels
