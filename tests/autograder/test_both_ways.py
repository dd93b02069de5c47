"""`autograder grade` and `nbgrader autograde` leave the same, in every file and row."""

import json
import shutil
import sqlite3

import pytest

from autograder import build, course
from autograder import verdict as v
from autograder.batch import Batch, Options
from autograder.front import Front

from .conftest import ASSIGNMENT, TOML, make_course
from .gradebooks import dump

DUE, LATE = "2027-02-15 23:59:00 UTC", "2027-02-16 01:00:00 UTC"
BY_HAND = """
+++ {"nbgrader": {"grade_id": "why", "points": 5, "grade": true, "solution": true, FLAGS}}

### BEGIN MARK SCHEME
It is doubled.
### END MARK SCHEME

+++ {"nbgrader": {"grade_id": "task", "points": 2, "task": true, "grade": false, FLAGS}}

Draw it.
"""
FLAGS = '"locked": false, "schema_version": 3, "cell_type": "markdown"'
BY_HAND = BY_HAND.replace('task": true', 'task": true, "solution": false').replace("FLAGS", FLAGS)

pytestmark = pytest.mark.filterwarnings("ignore:Object of type <Submitted")
RIGHT = {
    "double": "def double(x):\n    return 2 * x",
    "square": "def square(x):\n    return x * x",
    "why": "As $x + x = 2x$.",
}
CLASS = {  # student: (answers, when it was handed in)
    "ada": (RIGHT, DUE),
    "ben": ({**RIGHT, "square": "def square(x):\n    return 9"}, LATE),
    "cy": ({"double": "import os\nos._exit(0)"}, None),
    "dan": ({}, LATE),
    "eve": ("[]", LATE),
}


@pytest.fixture(scope="module")
def both(tmp_path_factory):
    """Two courses alike, graded in the two ways: (the Batch of one, the Batch of the other)."""
    root = tmp_path_factory.mktemp("one") / "course"
    root.mkdir()
    make_course(root, ASSIGNMENT + BY_HAND)
    config = root / "nbgrader_config.py"
    config.write_text(config.read_text() + "c.LateSubmissionPlugin.penalty_method = 'zero'\n")
    (root / "course/course.toml").write_text(TOML.replace("points = 10", "points = 17"))
    made = course.load(root)
    level = made.levels["T1"]
    build.build(made)
    Front(root).register(made.source(level).read_text(), level)
    for student, (answers, when) in CLASS.items():
        folder = root / "submitted" / student / "T1"
        folder.mkdir(parents=True)
        (folder / "toy.ipynb").write_text(handed_in(made.release(level).read_text(), answers))
        if when:
            (folder / "timestamp.txt").write_text(when)
    other = course.load(shutil.copytree(root, tmp_path_factory.mktemp("other") / "course"))
    one, other = (Batch(found, level, Front(found.root)) for found in (made, other))
    one.grade(options=Options(jobs=1))
    other.front.convert("Autograde", "T1")
    return one, other


def handed_in(release, answers):
    if isinstance(answers, str):
        return answers
    nb = json.loads(release)
    for cell in nb["cells"]:
        name = cell["metadata"].get("nbgrader", {}).get("grade_id")
        cell["source"] = answers.get(name, cell["source"])
    return json.dumps(nb)


def book(batch):
    return dump(batch.course.root / "gradebook.db")


def by_hand(batch):
    """A person scores, comments, and gives an extension."""
    db = sqlite3.connect(batch.course.root / "gradebook.db")
    cells = "cell_id IN (SELECT id FROM base_cell WHERE name = ?)"
    db.execute(
        f"UPDATE grade SET manual_score = 1.5, needs_manual_grade = 0 WHERE {cells}", ["why"]
    )
    db.execute(f"UPDATE grade SET extra_credit = 0.5 WHERE {cells}", ["test_double"])
    db.execute("UPDATE comment SET manual_comment = 'well <b>said</b>'")
    db.execute(
        "UPDATE submitted_assignment SET extension = '1970-01-01 00:30:00.000000' "
        "WHERE student_id = 'ben'"
    )
    db.commit()
    db.close()


def test_the_gradebooks_are_equal_row_by_row(both):
    one, other = both
    assert book(one) == book(other)


def test_the_reports_are_equal(both):
    one, other = (batch.verdicts() for batch in both)
    assert one == other
    assert {each.student: each.outcome for each in one} == {
        "ada": v.REMARKS, "ben": v.REMARKS, "cy": v.REMARKS, "dan": v.REMARKS, "eve": v.FAILED,
    }  # fmt: skip


def test_a_verdict_of_one_stands_for_the_other(both):
    _, other = both
    assert {one.student for one in other.grade(options=Options(jobs=1))} == set(CLASS)
    assert other.passed == len(CLASS)


def test_the_feedback_is_equal_byte_by_byte(both):
    one, other = both
    for batch in both:
        by_hand(batch)
    one.feedback()
    other.front.convert("GenerateFeedback", "T1")
    pages = [
        {path.parts[-3]: path.read_text() for path in batch.course.root.glob("feedback/*/*/*.html")}
        for batch in both
    ]
    assert set(pages[0]) - set(pages[1]) == {"eve"}  # of whom nbgrader has no notebook
    assert pages[1] == {student: pages[0][student] for student in CLASS if student != "eve"}
    assert "well &lt;b&gt;said" in pages[1]["ada"]


def test_what_a_person_wrote_survives_grading_anew_and_is_to_be_looked_at(both):
    one, other = both
    for batch in both:
        by_hand(batch)
    one.grade(options=Options(jobs=1, force=True))
    other.front.convert("Autograde", "T1", force=True)
    assert book(one) == book(other)
    assert one.verdicts() == other.verdicts()
    scores = {each.student: each.score for each in one.verdicts()}
    assert scores["ada"] == 12
    with other.front.books() as books:
        assert books.by_hand("T1")["ada"]["why"] == (1.5, "well <b>said</b>")


def test_a_grading_that_is_ended_in_between_leaves_no_verdict(both, monkeypatch):
    """As it stands when nbgrader has the judged notebook, and not yet the scores."""
    _, other = both
    seen = []

    def preprocess(self, nb, resources):
        seen.append(v.note(other.course, other.level, "ada"))
        raise RuntimeError("the disk is full")

    monkeypatch.setattr("nbgrader.preprocessors.SaveAutoGrades.preprocess", preprocess)
    assert "the disk is full" in other.front.convert("Autograde", "T1", "ada", force=True)
    assert seen == [None]
    (ada,) = other.verdicts("ada")
    assert (ada.outcome, ada.score) == (v.WAITING, None)
