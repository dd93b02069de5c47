"""A class of odd submissions: each ends in one verdict, and none stops the others."""

import copy
import csv
import html
import io
import re

import nbformat
import pytest

from autograder import build, export, verdict
from autograder.batch import Batch, Options
from autograder.course import Mistake
from autograder.democlass import cell
from autograder.front import Front
from autograder.table import joined

from .conftest import make_course

DOUBLE = "def double(x):\n    return 2 * x"
SQUARE = "def square(x):\n    return x * x"
WARNING = "import sys, warnings\n\n\ndef double(x):\n    warnings.warn('well')\n    "
WARNING += "print('on stderr', file=sys.stderr)\n    return 2 * x"
DEAF = "import signal\n\n\ndef double(x):\n    signal.signal(signal.SIGINT, signal.SIG_IGN)\n"
DEAF += "    while True:\n        pass"
ENDLESS = "def double(x):\n    while True:\n        pass"
EXIT = "import os\n\n\ndef square(x):\n    os._exit(0)"
BOTH = {"double": DOUBLE, "square": SQUARE}
PRY = "import traceback\n\n\ndef double(x):\n    traceback.print_stack()\n    return 2 * x"


def submit(found, student, double=None, square=None, change=None, stamp=None):
    """Hand in the released notebook with these answers; `change` may do anything to it."""
    nb = nbformat.read(found.release(found.levels["T1"]), as_version=4)
    if double:
        cell(nb, "double").source = double
    if square:
        cell(nb, "square").source = square
    data = change(nb) if change else None
    folder = found.root / "submitted" / student / "T1"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "toy.ipynb").write_text(data if isinstance(data, str) else nbformat.writes(nb))
    if stamp:
        (folder / "timestamp.txt").write_text(stamp)


def copy_tests(nb):
    nb.cells.insert(0, copy.deepcopy(cell(nb, "test_double")))
    nb.cells.append(copy.deepcopy(cell(nb, "test_square")))


def delete_tests(nb):
    gone = [cell(nb, name) for name in ("setup", "test_double", "test_square_2")]
    nb.cells = [one for one in nb.cells if one not in gone]


def cheat(nb):
    cell(nb, "test_double").source = "pass"
    cell(nb, "test_square").metadata.tags = ["skip-execution"]
    cell(nb, "test_square_2").metadata.nbgrader.points = 500
    nb.metadata["shardlab"] = {"done": True, "remarks": ["a remark of his own"]}


def retype(nb):
    test = cell(nb, "test_square")
    test.cell_type = "raw"
    del test["outputs"], test["execution_count"]


def strip_metadata(nb):
    for one in nb.cells:
        one.metadata.pop("nbgrader", None)


def cut_short(nb):
    return nbformat.writes(nb)[:500]


def pry_into_history(nb):
    nb.cells.append(nbformat.v4.new_code_cell("print(In)\nIn"))


FORCE = Options(force=True)
MARKS, REMARKS = "graded", "graded with remarks"
ODD = "o'neil, 5\" y"
CLASS = {  # student: (outcome, score, what is handed in)
    "corrupt": ("failed", None, {"change": cut_short, "stamp": "2027-02-16 00:00:00 UTC"}),
    "copied": (REMARKS, 10, {**BOTH, "change": copy_tests, "stamp": "2027-02-16 01:00:00 UTC"}),
    "cheat": (REMARKS, 0, {"change": cheat}),
    "deaf": (REMARKS, 6, {"double": DEAF, "square": SQUARE}),
    "deleted": (REMARKS, 10, {**BOTH, "change": delete_tests}),
    "exit": (REMARKS, 4, {"double": DOUBLE, "square": EXIT}),
    "loop": (REMARKS, 6, {"double": ENDLESS, "square": SQUARE}),
    "none": (MARKS, 0, {}),
    "pry": (MARKS, 4, {"double": PRY, "change": pry_into_history}),
    "retyped": (REMARKS, 10, {**BOTH, "change": retype}),
    "stripped": (REMARKS, 4, {"double": DOUBLE, "change": strip_metadata}),
    ODD: (MARKS, 10, {"double": WARNING, "square": SQUARE, "stamp": "2027-02-15 23:59:00 UTC"}),
    "x[1]": (MARKS, 10, BOTH),
}


@pytest.fixture(scope="module")
def graded(tmp_path_factory):
    """The class, graded, with feedback: (its Batch, the lines said, verdict of each student)."""
    found = make_course(tmp_path_factory.mktemp("class"))
    config = found.root / "nbgrader_config.py"
    config.write_text(config.read_text() + "\nc.Execute.timeout = 3\nc.Execute.iopub_timeout = 2\n")
    build.build(found)
    for student, (_, _, handed_in) in CLASS.items():
        submit(found, student, **handed_in)
    (found.root / "submitted/empty/T1").mkdir(parents=True)
    batch = Batch(found, found.levels["T1"], Front(found.root))
    said = []
    batch.grade(say=said.append)
    batch.feedback()
    return batch, said, {one.student: one for one in batch.verdicts()}


@pytest.mark.parametrize("student", CLASS)
def test_each_ends_as_it_must(graded, student):
    outcome, score, _ = CLASS[student]
    one = graded[2][student]
    assert (one.outcome, one.score, one.max_score) == (outcome, score, 10)
    assert bool(one.reasons) == (outcome != "graded")


def test_nobody_is_missing(graded):
    _, said, verdicts = graded
    assert set(verdicts) == {*CLASS, "empty"}
    assert verdicts["empty"].outcome == "failed" and "No toy.ipynb" in verdicts["empty"].reasons[0]
    for student, one in verdicts.items():  # a line for each problem, none for the others
        lines = [line for line in said if line.startswith(f"{student}: ")]
        assert len(lines) == (one.outcome != MARKS)
        assert all(reason in lines[0] for reason in one.reasons)
    assert len(said) == sum(one.outcome != MARKS for one in verdicts.values())


def test_lateness_is_counted_in_seconds(graded):
    late = {student: one.late for student, one in graded[2].items() if one.late}
    assert late == {"copied": 3660, "corrupt": 60}


@pytest.mark.parametrize(
    "student, words",
    [
        ("exit", "test_square: The code ended the process"),
        ("loop", "test_double: The code did not end within 3 s"),
        ("deaf", "test_double: The code did not end within 3 s"),
        ("copied", "test_double and test_square were there more than once"),
        ("deleted", "setup, test_double and test_square_2 were missing"),
        ("cheat", "test_double was locked but edited"),
        ("retyped", "test_square was turned into another type"),
        ("corrupt", "The file ends too early"),
    ],
)
def test_the_reason_is_told(graded, student, words):
    assert words in " ".join(graded[2][student].reasons)


def test_a_test_that_did_not_run_says_so_and_earns_nothing(graded):
    batch = graded[0]
    nb = nbformat.read(verdict.autograded(batch.course, batch.level, "exit"), as_version=4)
    for name in ("test_square", "test_square_2"):
        (output,) = cell(nb, name).outputs
        assert output.output_type == "error" and "ended the process" in output.evalue
    with batch.front.gradebook() as gradebook:
        found = gradebook.find_submission_notebook("toy", "T1", "exit")
        scores = {grade.name: grade.auto_score for grade in found.grades}
    assert scores == {"test_double": 4, "test_square": 0, "test_square_2": 0}


def test_feedback_shows_the_reasons_and_no_hidden_test(graded):
    batch = graded[0]
    hidden = ["secret_input", "-7.25", "2 * secret_input", "assert square(-5)"]
    for student in {*CLASS, "empty"}:
        folder = batch.course.root / "feedback" / student / "T1"
        page = html.unescape(re.sub(r"<[^>]+>", "", (folder / "toy.html").read_text()))
        assert [line for line in hidden if line in page] == []
    page = (batch.course.root / "feedback/none/T1/toy.html").read_text()
    assert "not answered yet" in page and "recent call last" not in page
    page = (batch.course.root / "feedback/corrupt/T1/toy.html").read_text()
    assert "could not be graded" in page


def rows(table):
    return list(csv.reader(io.StringIO(export.to_csv(table))))


def test_exports_have_everybody_once(graded):
    batch, _, verdicts = graded
    found, levels = list(verdicts.values()), [batch.level]
    head, *body = rows(export.plain(found, levels))
    assert [row[head.index("student")] for row in body] == sorted(verdicts)
    for row in body:
        one = verdicts[row[1]]
        assert row[head.index("score")] == ("" if one.score is None else f"{one.score:g}")
        assert row[head.index("seconds_late")] == f"{one.late:.0f}"
        assert row[head.index("reasons")] == joined(one.reasons)
    head, points, *body = rows(export.canvas(found, levels))
    assert (head[3], head[5], points[0].strip(), points[5]) == (
        ("SIS Login ID", "T1 Toy", "Points Possible", "10")
    )
    assert {row[3]: row[5] for row in body}[ODD] == "10"
    assert len(body) == len(verdicts)
    head, *body = rows(export.moodle(found, levels))
    assert {row[0]: row[4] for row in body}["exit"] == "4"
    assert {row[0]: row[4:] for row in body}["empty"][0] == ""
    assert "No toy.ipynb" in {row[0]: row[5] for row in body}["empty"]


def test_a_formula_in_a_name_is_no_formula():
    one = verdict.Verdict("eve", "T1", "graded", 10, 3, last_name="=1+1", reasons=["+x"])
    row = rows(export.plain([one], []))[1]
    assert row[2] == "'=1+1" and row[-1] == "'+x" and row[1] == "eve"


def test_grading_again_takes_only_what_is_new(graded):
    batch = graded[0]
    said = []
    batch.grade(say=said.append)
    assert said == [] and batch.passed == len(CLASS) + 1
    # a resubmission: better answers, then one that can't be read
    submit(batch.course, "none", DOUBLE, SQUARE)
    path = batch.course.root / "submitted/none/T1/toy.ipynb"
    (again,) = batch.grade("none")
    assert (again.outcome, again.score) == ("graded", 10)
    path.write_text("[]")
    (again,) = batch.grade("none")
    assert (again.outcome, again.score) == ("failed", None)
    with batch.front.gradebook() as gradebook:
        assert gradebook.find_submission("T1", "none").score == 0
    submit(batch.course, "none")
    (again,) = batch.grade("none")
    assert (again.outcome, again.score, again.reasons) == ("graded", 0, [])


def test_a_manual_score_survives_a_second_grading(graded):
    batch = graded[0]
    with batch.front.gradebook() as gradebook:
        grade = gradebook.find_grade("test_double", "toy", "T1", ODD)
        grade.manual_score = 1
        gradebook.db.commit()
    (again,) = batch.grade(ODD, FORCE)
    assert again.score == 7
    assert "still to be graded by hand" in " ".join(again.reasons)


@pytest.mark.filterwarnings("ignore:Object of type <Submitted")
def test_a_bad_date_fails_only_its_submission(graded):
    batch = graded[0]
    submit(batch.course, "dated", DOUBLE, stamp="the day before yesterday")
    (one,) = batch.grade("dated")
    assert one.outcome == "failed" and "holds no date" in one.reasons[0]


def test_a_student_nobody_knows_is_a_mistake(graded):
    with pytest.raises(Mistake, match="no submission of T1 by 'zoe'; there are: cheat"):
        graded[0].grade("zoe")
