"""Mutants that may live: why a slip in a solution changes nothing that the exercise asks for.

course/<level>/answers/survivors.toml has a table for an exercise, and in it a line for a mutant,
its change as `prove` prints it and the reason:

    [split_columns]
    "line 9: axis=1 → axis=-1" = "the last axis of a matrix is axis 1"
"""

from __future__ import annotations

import tomllib

from ..course import Course, Level, Mistake, read
from .variants import answers_folder


def explained(course: Course, level: Level) -> dict[str, dict[str, str]]:
    """Exercise -> change -> why it may live. Raises Mistake for a file that makes no sense."""
    file = answers_folder(course, level) / "survivors.toml"
    if not file.is_file():
        return {}
    try:
        found = tomllib.loads(read(file, course))
    except tomllib.TOMLDecodeError as error:
        raise Mistake(f"{course.show(file)}: {error}.") from None
    for exercise, changes in found.items():
        reasons = changes.values() if isinstance(changes, dict) else [None]
        if not all(isinstance(reason, str) and reason.strip() for reason in reasons):
            raise Mistake(
                f'{course.show(file)}: [{exercise}] is a table of lines "change" = "why it may '
                'live"; give each change its reason.'
            )
    return found
