"""What must be there before a command can start; whoever lacks it is told what to do."""

from __future__ import annotations

from pathlib import Path

from .course import Course, Level, Mistake, load, make_way


def batch(name: str):
    from .batch import Batch
    from .front import Front

    course = load()
    level = there(course, course.level(name))
    for folder in ("submitted", "autograded", "feedback"):
        make_way(course.root, course.root / folder / "of a student")
    return Batch(course, level, Front(course.root))


def there(course: Course, level: Level) -> Level:
    if not course.source(level).is_file():
        source = course.show(course.source(level))
        if course.text(level, "assignment").is_file():
            raise Mistake(f"{source} is missing: run `autograder build`.")
        raise Mistake(f"level {level.name} has no assignment yet: {source} is missing.")
    return level


def look_at_place(output: Path) -> None:
    if not output.parent.is_dir():
        raise Mistake(f"can't write {output}: there is no folder {output.parent}; make it first.")
    if output.is_dir():
        raise Mistake(f"can't write {output}: it is a folder; name a file in it.")


def look_for_gradebook(course: Course, level: str) -> None:
    # to open it would make one, and an empty one looks like a class without students
    if not (course.root / "gradebook.db").is_file():
        raise Mistake(f"there is no gradebook yet: run `autograder grade {level}` first.")


def gradebook(course: Course):
    from .front import Front
    from .verdict import MISSING, verdicts

    look_for_gradebook(course, "LEVEL")
    found, levels = [], []
    with Front(course.root).books() as books:
        for level in course.levels.values():
            here = verdicts(course, level, books)
            if any(one.outcome != MISSING for one in here):
                found += here
                levels.append(level)
    return found, levels
