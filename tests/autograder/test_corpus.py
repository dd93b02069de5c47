"""A class of submissions that cheat, spy, break and are broken, graded in one batch.

The cases are files in corpus/, see cases.py. Honest students are graded before, among and after
them, and must not notice.
"""

import dataclasses
import hashlib
import json
import re
import time
from dataclasses import dataclass
from html.parser import HTMLParser

import pytest

from autograder import build, course, export
from autograder.batch import Batch, Options
from autograder.front import Front
from autograder.judge import close, judge
from autograder.judgement import Limits
from autograder.master.released import data

from .cases import ANSWERS, HERE, SECRETS, Case, cases, hand_in
from .conftest import make_course

SMALL = Limits(cell_seconds=1.5, total_seconds=8.0, memory=2 << 30, processes=40, file_size=8 << 20)
HONEST = ["a-honest", "f-honest", "n-honest", "z-honest"]
CASES = cases()
RUNNING = "script style iframe object embed form meta base link frame applet".split()
KINDS = {"text/plain", "text/html", "text/markdown", "text/latex", "image/svg+xml"}
KINDS |= {"image/png", "image/jpeg"}
MARK = "corpus-was-here"  # what cases write wherever they can


@dataclass
class Result:
    """What became of a submission."""

    score: float | None
    outcome: str
    reasons: list[str]  # of the instructor's table
    notebook: dict | None
    page: str  # the feedback
    rows: str  # of the exports

    @property
    def cells(self) -> dict[str, dict]:
        return {cell["name"]: cell for cell in self.notebook["metadata"]["shardlab"]["cells"]}

    @property
    def remarks(self) -> list[str]:
        return [] if self.notebook is None else self.notebook["metadata"]["shardlab"]["remarks"]

    def put_out(self) -> str:
        return "\n".join(json.dumps(c.get("outputs", "")) for c in self.notebook["cells"])


def honest(name: str) -> Case:
    """A right answer, with a private file and some output."""
    cell = "double", ANSWERS["double"] + "\n\nprint(double(2))  # private-gull"
    parts = [("cell", *cell), ("file", "notes.txt", "private-gull\n" * 20)]
    return Case(name, parts=parts)


class Harmless(HTMLParser):
    """Raises AssertionError at what runs or loads something."""

    def handle_starttag(self, tag, attrs):
        assert tag not in RUNNING, tag
        for name, value in attrs:
            assert not name.startswith("on") and name not in ("srcdoc", "formaction"), name
            if name in ("href", "src", "action", "data", "xlink:href"):
                assert re.match(r"#|https?://|mailto:|data:image/(png|jpeg|gif);", value), value
                assert (name == "href" and tag == "a") or value.startswith(("#", "data:")), value

    handle_startendtag = handle_starttag


def digests(root, *folders) -> dict:
    return {
        path.relative_to(root).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for folder in folders
        for path in sorted((root / folder).rglob("*"))
        if path.is_file() and not path.is_symlink()
    }


@pytest.fixture(scope="session")
def graded(tmp_path_factory):
    """(the course; student -> Result; the lines that the batch said; what lay there before)."""
    root = tmp_path_factory.mktemp("corpus")
    here = make_course(root, (HERE / "assignment.md").read_text(), lesson=None)
    build.build(here)
    level = here.levels["T1"]
    release = json.loads(here.release(level).read_text())
    for case in [*CASES, *map(honest, HONEST)]:
        hand_in(case, release, root / "submitted" / case.name / "T1", root)
    front, said = Front(root), []
    front.register(here.source(level).read_text(), level)
    before = digests(root, "source", "course", "release", "submitted"), places(root)
    seconds = time.monotonic()
    batch = Batch(here, level, front, lambda job: judge(dataclasses.replace(job, limits=SMALL)))
    found = batch.grade(None, Options(jobs=2), said.append)
    print(f"{len(found)} submissions in {time.monotonic() - seconds:.1f} s")
    batch.feedback()
    close()
    rows = {
        kind: export.to_csv(make(found, [level])).split("\n")
        for kind, make in export.FORMATS.items()
    }
    results = {}
    for one in found:
        path = root / "autograded" / one.student / "T1/toy.ipynb"
        notebook = json.loads(path.read_text()) if path.is_file() else None
        page = (root / "feedback" / one.student / "T1/toy.html").read_text()
        mine = "\n".join(line for each in rows.values() for line in each if one.student in line)
        results[one.student] = Result(one.score, one.outcome, one.reasons, notebook, page, mine)
    return here, results, said, before


def places(root) -> set[str]:
    """Where a submission might leave something."""
    listed = [*root.iterdir(), *root.parent.iterdir(), *(root / "submitted").rglob("*")]
    return {str(path) for path in listed if path.name not in ("autograded", "feedback")}


by_case = pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)


@by_case
def test_it_has_the_score_and_the_words(graded, case):
    result = graded[1][case.name]
    if failed := case.fact("failed"):
        assert result.outcome == "failed" and result.score is None, result.reasons
        for words in failed:
            assert words in result.reasons[0]
        return
    assert result.outcome == "graded with remarks", result.reasons  # by hand, at the least
    assert result.notebook["metadata"]["shardlab"]["done"]
    exercises = {cell["tests"] or cell["name"] for cell in result.cells.values()}
    assert case.loses <= exercises | set(result.cells), "the case names what there isn't"
    for name, cell in result.cells.items():
        lost = bool({name, cell["tests"]} & case.loses)
        by_hand = name in ("why", "draw") and not lost
        expected = None if by_hand else 0.0 if lost else cell["points"]
        assert cell["score"] == expected, (name, cell["score"], cell["reason"])
        assert bool(cell["reason"]) == lost, (name, cell["reason"])
    assert result.score == sum(cell["score"] or 0 for cell in result.cells.values())
    told = "\n".join(cell["reason"] for cell in result.cells.values())
    for words in case.fact("reason"):
        assert words in told
    for words in case.fact("remark"):
        assert words in "\n".join(result.remarks)
    assert case.fact("remark") or result.remarks == []


@by_case
def test_it_put_out_what_it_should(graded, case):
    result = graded[1][case.name]
    for words in case.fact("shows"):
        assert words in result.put_out()
    for words in case.fact("never"):
        assert words not in json.dumps(result.notebook), "in the autograded notebook"
        assert words not in result.page + result.rows


@by_case
def test_no_secret_is_in_what_comes_of_it(graded, case):
    """Not in its output, the feedback, remarks or the export."""
    result = graded[1][case.name]
    texts = {"page": result.page, "rows": result.rows, "reasons": "\n".join(result.reasons)}
    if result.notebook is not None:
        texts["output"] = result.put_out()
        texts["metadata"] = json.dumps(result.notebook["metadata"])
    found = {where: [s for s in SECRETS if s in text] for where, text in texts.items()}
    assert not any(found.values()), found


@by_case
def test_nothing_of_it_can_run(graded, case):
    """In Formgrader, on the feedback page, in a terminal or in a spreadsheet."""
    from nbconvert.filters import markdown2html

    result = graded[1][case.name]
    texts = [result.page.partition("<body")[2]]
    for cell in (result.notebook or {"cells": []})["cells"]:
        assert cell["cell_type"] in ("code", "markdown")
        if cell["cell_type"] == "markdown":
            texts.append(markdown2html(cell["source"].replace("attachment:", "#")))
        for output in cell.get("outputs", ()):
            assert output.get("name") != "stderr"
            shown = output.get("data", {})
            assert set(shown) <= KINDS
            texts += [shown.get(kind, "") for kind in ("text/html", "image/svg+xml")]
            texts.append(markdown2html(shown.get("text/markdown", "")))
    for text in texts:
        Harmless().feed(text)
    assert "\x1b" not in json.dumps(result.notebook, ensure_ascii=False)
    assert not re.search(r'(^|,)"?[=+@]', result.rows)


@by_case
def test_the_tests_outputs_say_the_verdict_to_nbgrader(graded, case):
    """Its own SaveAutoGrades reads the same score from the autograded notebook."""
    from nbformat import from_dict
    from nbgrader.utils import determine_grade

    result = graded[1][case.name]
    for cell in (result.notebook or {"cells": []})["cells"]:
        name = data(cell).get("grade_id")
        if data(cell).get("grade") and not data(cell).get("solution"):
            score, points = determine_grade(from_dict(cell))
            assert (score, points) == (result.cells[name]["score"], result.cells[name]["points"]), (
                name
            )


def test_the_honest_have_full_marks_and_no_remark(graded):
    for name in HONEST:
        result = graded[1][name]
        assert [cell["score"] for cell in result.cells.values()] == [1, 1, 1, 2, 3, None, None], (
            name
        )
        assert (result.score, result.remarks) == (8, [])
        assert result.reasons == ["2 answer(s) still to be graded by hand"]


def test_everybody_has_a_verdict_a_page_and_a_row(graded):
    results = graded[1]
    assert set(results) == {*HONEST, *(case.name for case in CASES)}
    for name, result in results.items():
        assert result.outcome in ("graded", "graded with remarks", "failed")
        assert result.rows.count(name) >= 3, "a row of each export"
        assert "</html>" in result.page


def test_nothing_was_written_but_its_own_result(graded):
    here, results, _, (files, listed) = graded
    assert digests(here.root, "source", "course", "release", "submitted") == files
    assert places(here.root) == listed
    autograded = {
        p.relative_to(here.root / "autograded").as_posix()
        for p in (here.root / "autograded").rglob("*")
        if p.is_file()
    }
    expected = {
        f"{n}/T1/toy.ipynb" if r.notebook else f"{n}/T1.failed.txt" for n, r in results.items()
    }
    assert autograded == expected
    for folder in ("/tmp", "/var/tmp", "/dev/shm"):
        assert not [p for p in course.Path(folder).glob("*") if MARK in p.name]


def test_a_line_of_the_batch_is_a_line(graded):
    from autograder.collect import printable

    for line in graded[2]:
        assert printable(line).isprintable()
