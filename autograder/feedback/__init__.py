"""The feedback of a submission: one HTML page that stands alone.

Scores by exercise, what the tests say, the grader's comments, and the notebook as its student wrote
it. No script, no request to anywhere; hidden tests, references and rubrics are left out.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from markupsafe import Markup

from ..judgement import CellVerdict
from ..master.released import grade_id, public, role, text, without_hidden
from ..verdict import METADATA_KEY, lateness
from . import rendered, sanitize

FULL, PART, NONE, WAITS = "full marks", "part of the marks", "no marks", "to be graded by hand"
_ECHO = 8  # a shorter line of a hidden test says nothing


@dataclass(frozen=True)
class Marks:
    """What the gradebook knows of a submission. `score` counts penalty and manual scores."""

    level_title: str
    student: str
    score: float | None
    max_score: float
    late_seconds: float = 0.0
    penalty: float = 0.0
    # by grade_id, of graded cells and of answers: the grader's score, if any, and comment
    manual: dict[str, tuple[float | None, str]] = field(default_factory=dict)
    comments: list[str] = field(default_factory=list)  # on the whole


@dataclass
class Graded:
    """A graded cell on the page: its points, and what there is to say about it."""

    score: float | None
    points: float
    said: str  # by the tests
    comment: str  # by the grader
    place: str = ""  # the id of its cell on the page, where it has one

    @property
    def status(self) -> str:
        if self.score is None:
            return WAITS
        return FULL if self.score >= self.points else PART if self.score > 0 else NONE


@dataclass
class Exercise:
    """A row of the table."""

    title: Markup
    place: str
    cells: list[Graded] = field(default_factory=list)
    comments: list[str] = field(default_factory=list)  # on the answers that its tests look at

    @property
    def points(self) -> float:
        return sum(cell.points for cell in self.cells)

    @property
    def score(self) -> float | None:
        known = [cell.score for cell in self.cells if cell.score is not None]
        return sum(known) if known else None

    @property
    def status(self) -> str:
        if any(cell.score is None for cell in self.cells):
            return WAITS
        return Graded(self.score, self.points, "", "").status


def page(notebook: dict | None, marks: Marks, failure: str | None = None) -> str:
    """The page of an autograded notebook (`Judgement.notebook`, read).

    Of a submission that failed: a page that says the reason and what to do.
    """
    cells = [] if failure or not notebook else _cells(notebook)
    graded = _graded(notebook or {}, cells, marks) if cells else {}
    return _template().render(
        marks=marks,
        failure=failure,
        late=lateness(marks.late_seconds),
        exercises=_exercises(notebook or {}, cells, graded, marks),
        waiting=[cell for cell in graded.values() if cell.score is None],
        cells=[_view(cell, place, graded, marks) for place, cell in cells],
    )


def _cells(notebook: dict) -> list[tuple[str, dict]]:
    """The cells that a student may see, each with its id on the page."""
    found = notebook.get("cells")
    cells = [cell for cell in found if isinstance(cell, dict)] if isinstance(found, list) else []
    shown = [cell for cell in cells if not _rubric(cell)]
    return [(f"cell-{number}", cell) for number, cell in enumerate(shown, start=1)]


def _rubric(cell: dict) -> bool:
    kept = cell.get("metadata", {}).get(METADATA_KEY)
    return isinstance(kept, dict) and bool(kept.get("rubric"))


def _verdicts(notebook: dict) -> list[CellVerdict]:
    kept = notebook.get("metadata", {}).get(METADATA_KEY, {}).get("cells", [])
    return [CellVerdict(**verdict) for verdict in kept]


def _graded(notebook: dict, cells, marks: Marks) -> dict[str, Graded]:
    """What is said of each graded cell; a person's score counts more than the tests'."""
    hidden, seen = set(), set()
    for _, cell in cells:
        shown, lines = without_hidden(text(cell))
        hidden |= lines
        seen |= {line.strip() for line in shown.split("\n")}
    secret = sorted((line for line in hidden - seen if len(line) >= _ECHO), key=len, reverse=True)
    places = {grade_id(cell): place for place, cell in cells if grade_id(cell)}
    graded = {}
    for verdict in _verdicts(notebook):
        by_hand, comment = marks.manual.get(verdict.name, (None, ""))
        score = verdict.score if by_hand is None else by_hand
        said = sanitize.text(verdict.reason)
        for line in secret:
            said = said.replace(line, "[hidden]")
        place = places.get(verdict.name, "")
        graded[verdict.name] = Graded(score, verdict.points, said, comment or "", place)
    return graded


def _exercises(notebook: dict, cells, graded: dict[str, Graded], marks: Marks) -> list[Exercise]:
    """One row for each heading that has graded cells below it, in the notebook's order."""
    headings: dict[str, tuple[str, Markup]] = {}  # grade_id: where its heading is, and its words
    heading = ("", Markup())
    for place, cell in cells:
        if cell.get("cell_type") == "markdown" and not grade_id(cell):
            words = _heading(text(cell))
            heading = (place, rendered.inline(words)) if words else heading
        elif grade_id(cell):
            headings[grade_id(cell)] = heading
    rows: dict[str, Exercise] = {}
    for verdict in _verdicts(notebook):
        name = verdict.tests if verdict.tests in headings else verdict.name
        place, words = headings.get(name, ("", Markup()))
        title = words or Markup("{}").format(name)
        row = rows.setdefault(place or name, Exercise(title, place or graded[verdict.name].place))
        row.cells.append(graded[verdict.name])
        comment = _comment(name, graded, marks)
        row.comments += [comment] if comment and comment not in row.comments else []
    return list(rows.values())


def _comment(name: str, graded: dict[str, Graded], marks: Marks) -> str:
    """The grader's comment on an answer that has no points itself: its tests have them."""
    return "" if name in graded else marks.manual.get(name, (None, ""))[1] or ""


def _heading(source: str) -> str:
    """The words of the last heading in a markdown cell, fenced code aside."""
    words, fenced = "", False
    for line in source.split("\n"):
        fenced ^= line.lstrip().startswith(("```", "~~~"))
        found = re.match(r" {0,3}#{1,6}[ \t]+(.+?)[ \t#]*$", line)
        if found and not fenced:
            words = found[1]
    return words


def _view(cell: dict, place: str, graded: dict[str, Graded], marks: Marks) -> dict:
    """What the template needs of a cell."""
    source, (_, hidden) = public(cell), without_hidden(text(cell))
    kind = role(cell)
    view = {
        "place": place,
        "kind": kind,
        "graded": graded.get(grade_id(cell)),
        "comment": _comment(grade_id(cell), graded, marks),
        "code": None,
        "text": None,
        "hidden": bool(hidden),
        "outputs": [],
    }
    if cell.get("cell_type") == "code":
        view["code"] = rendered.code(source) if source.strip() else Markup()
        view["outputs"] = _outputs(cell, kind, bool(hidden))
    elif cell.get("cell_type") == "markdown":
        view["text"] = rendered.markdown(_with_pictures(source, cell.get("attachments")))
    else:
        view["text"] = Markup("<pre>{}</pre>").format(source)
    return view


def _outputs(cell: dict, kind: str, hidden: bool) -> list[Markup]:
    """The cell's outputs. Of a test, what it drew: its verdict is told in words, and what a test
    with hidden lines put out may tell of them."""
    found = cell.get("outputs", [])
    if kind == "test":
        drawn = [o for o in found if o.get("output_type") in ("display_data", "stream")]
        found = [] if hidden else drawn
    return rendered.outputs(found)


def _with_pictures(source: str, attachments) -> str:
    for name, data in sanitize.attachments(attachments).items():
        kind, picture = next(iter(data.items()))
        source = source.replace(f"(attachment:{name})", f"(data:{kind};base64,{picture})")
    return source


def number(value: float | None) -> str:
    """Points as a reader writes them: 3, 2.5, 0.33."""
    return "–" if value is None else f"{round(value, 2):g}"


@cache
def _template():
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    folder = Path(__file__).parent / "templates"
    loader = FileSystemLoader(folder)
    environment = Environment(
        loader=loader, autoescape=True, undefined=StrictUndefined, trim_blocks=True
    )
    environment.lstrip_blocks = True
    environment.filters["number"] = number
    return environment.get_template("feedback.html.j2")
