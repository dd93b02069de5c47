"""What a judgement leaves in the gradebook and in autograded/: as nbgrader would, whole or not."""

import json
import pkgutil
import shutil
import sqlite3

import pytest

from autograder import build, course, verdict
from autograder.course import Mistake
from autograder.front import Front
from autograder.gradebook.clock import utc
from autograder.gradebook.ledger import Ledger
from autograder.gradebook.registered import registered
from autograder.judgement import Job, Judgement

from . import quick
from .conftest import ASSIGNMENT, TOML, make_course
from .gradebooks import dump

WRITTEN = """
```{code-cell}
:solution: half

def half(x):
    ### BEGIN SOLUTION
    return x / 2
    ### END SOLUTION
```

```{code-cell}
:test: half
:points: 3

assert half(4) == 2
```

Why?

+++ {"nbgrader": {"grade_id": "why", "points": 5, ANSWER, FLAGS}}

### BEGIN MARK SCHEME
It is half.
### END MARK SCHEME

+++ {"nbgrader": {"grade_id": "task", "points": 2, TASK, FLAGS}}

Draw it.
"""
for name, flags in {
    "ANSWER": '"grade": true, "solution": true, "task": false',
    "TASK": '"grade": false, "solution": false, "task": true',
    "FLAGS": '"locked": false, "schema_version": 3, "cell_type": "markdown"',
}.items():
    WRITTEN = WRITTEN.replace(name, flags)
DUE = "2027-02-15 23:59:00 UTC"
LATE = "2027-02-16 01:00:00 UTC"


@pytest.fixture(scope="module")
def master(tmp_path_factory):
    """A course with every kind of cell, entered into a fresh gradebook: (its Course, its Front)."""
    root = tmp_path_factory.mktemp("ledger")
    found = make_course(root, ASSIGNMENT + WRITTEN)
    (root / "course/course.toml").write_text(TOML.replace("points = 10", "points = 20"))
    found = course.load(root)
    build.build(found)
    front = Front(root)
    front.register(found.source(found.levels["T1"]).read_text(), found.levels["T1"])
    return found, front


@pytest.fixture
def here(master, tmp_path):
    """A copy of it to write into."""
    shutil.copytree(master[0].root, tmp_path, dirs_exist_ok=True)
    return course.load(tmp_path)


def level(found):
    return found.levels["T1"]


def job(found, **answers):
    """A submission with these answers, by grade_id."""
    nb = json.loads(found.release(level(found)).read_text())
    for cell in nb["cells"]:
        name = cell["metadata"].get("nbgrader", {}).get("grade_id")
        if name in answers:
            cell["source"] = answers[name]
    return Job(found.source(level(found)).read_text(), json.dumps(nb).encode())


CASES = {  # student: (answers, when)
    "untouched": ({}, None),
    "right": ({"double": "a", "square": "b", "half": "c", "why": "so", "task": "x"}, DUE),
    "partly": ({"double": "return 1", "square": "return 0", "half": "c"}, None),
    "late": ({"double": "a", "square": "return 0", "half": "c"}, LATE),
    "é, [*]'\"": ({"double": "a"}, LATE),
}


def by_nbgrader(found, front, student, judgement, date):
    """What nbgrader's own preprocessors make of the autograded notebook."""
    import nbformat
    from nbgrader.preprocessors import AssignLatePenalties, SaveAutoGrades

    facts = {"student": student, "assignment": "T1", "notebook": "toy", "db_url": front.db_url}
    with front.gradebook() as gradebook:
        gradebook.update_or_create_student(student)
        when = {"timestamp": date} if date else {}
        gradebook.update_or_create_submission("T1", student, **when)
    nb = nbformat.reads(judgement.notebook, as_version=4)
    for preprocessor in (SaveAutoGrades, AssignLatePenalties):
        preprocessor(parent=front.app).preprocess(nb, {"nbgrader": facts})


def by_hand(root):
    """A person scores, comments, and gives an extension."""
    db = sqlite3.connect(root / "gradebook.db")
    db.execute("UPDATE grade SET manual_score = 1.5, needs_manual_grade = 0")
    db.execute("UPDATE grade SET manual_score = NULL WHERE id > '8'")
    db.execute("UPDATE grade SET extra_credit = 0.5 WHERE id > 'c' OR id < '4'")
    db.execute("UPDATE comment SET manual_comment = 'well'")
    db.execute("UPDATE submitted_assignment SET extension = '1970-01-01 00:30:00.000000'")
    db.commit()
    db.close()


@pytest.mark.parametrize("penalty", ["", "c.LateSubmissionPlugin.penalty_method = 'zero'\n"])
def test_the_gradebook_is_as_nbgrader_would_leave_it(here, tmp_path_factory, penalty):
    config = here.root / "nbgrader_config.py"
    config.write_text(config.read_text() + penalty)
    other = course.load(shutil.copytree(here.root, tmp_path_factory.mktemp("other") / "x"))
    mine, theirs = Front(here.root), Front(other.root)
    for again in (False, True):
        with mine.books() as books:
            ledger = Ledger(here, level(here), books)
            for student, (answers, when) in CASES.items():
                judgement = quick.judge(job(here, **answers))
                date = utc(when) if when else None
                by_nbgrader(other, theirs, student, judgement, date)
                ledger.enter(student, judgement, "of", date)
        assert dump(here.root / "gradebook.db") == dump(other.root / "gradebook.db")
        if not again:
            by_hand(here.root)
            shutil.copy(here.root / "gradebook.db", other.root)
    late = [row for row in dump(here.root / "gradebook.db")["submitted_notebook"] if "late" in row]
    assert any("('late_submission_penalty', None)" not in row for row in late) == bool(penalty)


def test_verdicts_are_those_of_nbgraders_own_objects(here):
    front = Front(here.root)
    with front.books() as books:
        ledger = Ledger(here, level(here), books)
        for student, (answers, when) in CASES.items():
            ledger.enter(student, quick.judge(job(here, **answers)), "of", when and utc(when))
    by_hand(here.root)
    with front.books() as books, front.gradebook() as gradebook:
        assert books.max_score("T1") == gradebook.find_assignment("T1").max_score == 20
        found = {one.student: one for one in verdict.verdicts(here, level(here), books)}
        for student in CASES:
            theirs = gradebook.find_submission("T1", student)
            assert found[student].score == max(0, theirs.score - theirs.late_submission_penalty)
            assert found[student].late == theirs.total_seconds_late
            waiting = sum(g.needs_manual_grade for n in theirs.notebooks for g in n.grades)
            told = f"{waiting} answer(s) still to be graded by hand"
            assert (told in found[student].reasons) == bool(waiting)
        marks = books.by_hand("T1")["right"]
        assert all(said == "well" for name, (_, said) in marks.items() if name in ("why", "half"))


def test_a_failure_is_entered_without_scores_and_keeps_what_a_person_wrote(here):
    front = Front(here.root)
    with front.books() as books:
        ledger = Ledger(here, level(here), books)
        ledger.enter("ana", quick.judge(job(here, double="a")), "first")
        by_hand(here.root)
        before = dump(here.root / "gradebook.db")["comment"]
        ledger.enter("ana", Judgement(failure="no\nnotebook"), "second")
        assert not ledger.stands("ana", "first") and ledger.stands("ana", "second")
        (ana,) = verdict.verdicts(here, level(here), books)
        assert (ana.outcome, ana.score, ana.reasons) == ("failed", None, ["no notebook"])
        grades = dump(here.root / "gradebook.db")["grade"]
        assert all("('auto_score', None)" in row and "_grade', 1)" in row for row in grades)
        assert [row.replace("'No response.'", "None") for row in before] == (
            dump(here.root / "gradebook.db")["comment"]
        )
        ledger.enter("ana", Judgement(failure="killed", passing=True), "second")
        assert not ledger.stands("ana", "second")
        ledger.enter("ana", quick.judge(job(here, double="a")), "third")
        assert ledger.stands("ana", "third")
        assert verdict.verdicts(here, level(here), books)[0].outcome == "graded with remarks"


def test_a_verdict_stands_only_with_the_gradebook(here):
    front = Front(here.root)
    empty = (here.root / "gradebook.db").read_bytes()
    with front.books() as books:
        Ledger(here, level(here), books).enter("ana", quick.judge(job(here)), "of")
        assert Ledger(here, level(here), books).stands("ana", "of")
    (here.root / "gradebook.db").write_bytes(empty)
    with front.books() as books:
        assert not Ledger(here, level(here), books).stands("ana", "of")


PATH = "pathlib.Path"
STEPS = ["autograder.gradebook.ledger.enter", "os.replace", f"{PATH}.unlink", f"{PATH}.write_text"]


@pytest.mark.parametrize("step", STEPS)
@pytest.mark.parametrize("when", ["before", "after"])
def test_whatever_step_is_the_last_the_verdict_is_old_new_or_none(here, monkeypatch, step, when):
    """A killed grading leaves no verdict that the gradebook does not bear out."""
    front = Front(here.root)
    with front.books() as books:
        Ledger(here, level(here), books).enter("ana", quick.judge(job(here, double="a")), "old")
    path = here.root / "gradebook.db"
    old = dump(path)

    class Killed(BaseException):
        pass

    holder, name = step.rsplit(".", 1)
    owner = pkgutil.resolve_name(holder)
    true = getattr(owner, name)

    def last(*args, **settings):
        if when == "after":
            true(*args, **settings)
        raise Killed

    with front.books() as books, pytest.raises(Killed), monkeypatch.context() as patch:
        ledger = Ledger(here, level(here), books)
        patch.setattr(owner, name, last)
        ledger.enter("ana", quick.judge(job(here, double="return 0")), "new")
    with front.books() as books:
        ledger = Ledger(here, level(here), books)
        if ledger.stands("ana", "old"):
            assert dump(path) == old
        if ledger.stands("ana", "new"):
            assert dump(path) != old


def test_a_full_disk_ends_it_with_a_sentence_and_nothing_is_half_written(here, monkeypatch):
    front = Front(here.root)

    def full(*args, **settings):
        raise OSError(28, "No space left on device")

    with front.books() as books, monkeypatch.context() as patch:
        ledger = Ledger(here, level(here), books)
        patch.setattr("pathlib.Path.write_text", full)
        with pytest.raises(Mistake, match=r"can't write .*No space left on device"):
            ledger.enter("ana", quick.judge(job(here)), "of")
    assert [p for p in (here.root / "autograded").rglob("*") if p.is_file()] == []
    size = (here.root / "gradebook.db").stat().st_size // 4096
    before = dump(here.root / "gradebook.db")
    with pytest.raises(Mistake, match=r"database or disk is full.*what was finished is kept"):
        with front.books() as books:
            from sqlalchemy import event

            @event.listens_for(books.engine, "connect")
            def narrow(connection, record):
                connection.execute(f"PRAGMA max_page_count = {size}")

            ledger = Ledger(here, level(here), books)
            for n in range(200):
                ledger.enter(f"ana{n}", quick.judge(job(here)), "of")
    after = dump(here.root / "gradebook.db")
    known = [row for row in after["student"] if row not in before["student"]]
    notebooks = list((here.root / "autograded").rglob("*.ipynb"))
    assert len(notebooks) == len(known) == len(after["submitted_notebook"]) < 200
    assert list((here.root / "autograded").rglob("*.part")) == []


def test_what_nbgrader_entered_need_not_be_entered_again(here):
    def known(due=DUE, **changes):
        text = here.source(level(here)).read_text()
        for old, new in changes.values():
            assert old in text
            text = text.replace(old, new, 1)
        one = course.Level("T1", "Toy", "toy", 20, due)
        with Front(here.root).books() as books:
            return registered(books, one, text, here.release(one))

    assert known()
    assert not known(due="2027-02-16 23:59:00 UTC")
    assert not known(points=('"points": 4', '"points": 5'))
    assert not known(test=("-7.25", "-7.5"))
    assert not known(name=('"grade_id": "half"', '"grade_id": "third"'))
    (here.root / "gradebook.db").unlink()
    assert not known()


@pytest.mark.parametrize(
    "text, date",
    [
        ("2027-02-15 23:59:00 UTC", "2027-02-15 23:59:00"),
        ("2027-02-15 23:59:00.250000 UTC", "2027-02-15 23:59:00.250000"),
        ("2027-02-15T23:59:00Z", "2027-02-15 23:59:00"),
        ("2027-02-15 23:59:00 +0200", "2027-02-15 21:59:00"),
        ("2027-02-15 12:00:00 America/New_York", "2027-02-15 17:00:00"),
        ("15 Feb 2027 8pm", "2027-02-15 20:00:00"),
        ("2027-02-15", "2027-02-15 00:00:00"),
    ],
)
def test_dates_are_utc(text, date):
    assert str(utc(text)) == date


@pytest.mark.parametrize("text", ["the day before", "9" * 40, "2027-13-01", "x" * 1000, "1 ../a"])
def test_what_is_no_date_is_refused(text):
    with pytest.raises(ValueError):
        utc(text)


def test_answers_that_wait_for_a_person_are_counted(here):
    front = Front(here.root)
    with front.books() as books:
        Ledger(here, level(here), books).enter("ana", quick.judge(job(here, why="so")), "of")
        (ana,) = verdict.verdicts(here, level(here), books)
    assert ana.reasons == ["2 answer(s) still to be graded by hand"]
