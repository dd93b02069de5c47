"""The gradebook as CSV: plain, for Canvas, for Moodle.

Nobody who submitted is left out: a failed submission has an empty score and its reason.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Callable

from .course import Level
from .table import joined
from .verdict import MISSING, Verdict

Table = list[list[str]]


def plain(found: list[Verdict], levels: list[Level]) -> Table:
    """A row for each student and level."""
    head = "level,student,last_name,first_name,email,outcome,score,max_score,submitted"
    table: Table = [[*head.split(","), "seconds_late", "reasons"]]
    for one in found:
        person = [one.student, one.last_name, one.first_name, one.email]
        row = [one.level, *person, one.outcome, _number(one.score)]
        row += [_number(one.max_score), one.submitted, f"{one.late:.0f}"]
        table.append([*row, joined(one.reasons)])
    return table


def canvas(found: list[Verdict], levels: list[Level]) -> Table:
    """What Canvas's gradebook takes: a row for each student, a column for each level."""
    head = ["Student", "ID", "SIS User ID", "SIS Login ID", "Section"]
    table: Table = [[*head, *map(_column, levels)]]
    table.append(["    Points Possible", "", "", "", "", *(_number(x.points) for x in levels)])
    for student, by_level in _by_student(found).items():
        one = next(iter(by_level.values()))
        name = f"{one.last_name}, {one.first_name}" if one.last_name else student
        scores = [_score(by_level, level) for level in levels]
        table.append([name, "", "", student, "", *scores])
    return table


def moodle(found: list[Verdict], levels: list[Level]) -> Table:
    """What Moodle's grade import takes: map `Username` to the user name."""
    head = ["Username", "First name", "Surname", "Email address"]
    for level in levels:
        head += [_column(level), f"Feedback: {_column(level)}"]
    table: Table = [head]
    for student, by_level in _by_student(found).items():
        one = next(iter(by_level.values()))
        row = [student, one.first_name, one.last_name, one.email]
        for level in levels:
            reasons = by_level[level.name].reasons if level.name in by_level else []
            row += [_score(by_level, level), joined(reasons)]
        table.append(row)
    return table


FORMATS: dict[str, Callable[[list[Verdict], list[Level]], Table]] = {
    "csv": plain,
    "canvas": canvas,
    "moodle": moodle,
}


def to_csv(table: Table) -> str:
    """Quoted where needed (RFC 4180), one line a row unless a field holds a line break."""
    out = io.StringIO()
    rows = [[_guarded(cell) for cell in row] for row in table]
    csv.writer(out, lineterminator="\n").writerows(rows)
    return out.getvalue()


def _by_student(found: list[Verdict]) -> dict[str, dict[str, Verdict]]:
    table: dict[str, dict[str, Verdict]] = {}
    for one in found:
        if one.outcome != MISSING:
            table.setdefault(one.student, {})[one.level] = one
    return dict(sorted(table.items()))


def _column(level: Level) -> str:
    return f"{level.name} {level.title}" if level.title != level.name else level.name


def _score(by_level: dict[str, Verdict], level: Level) -> str:
    return _number(by_level[level.name].score) if level.name in by_level else ""


def _number(value: float | None) -> str:
    return "" if value is None else f"{value:.10g}"


def _guarded(cell: str) -> str:
    """The cell so that no spreadsheet runs it as a formula: names, ids and reasons alike.

    The price: the id of a student called, say, =1+1 no longer matches the one in Canvas or Moodle.
    No login name begins like that, but whoever names a folder of submitted/ may choose it.
    """
    return f"'{cell}" if cell.startswith(("=", "+", "-", "@", "\t", "\r")) else cell
