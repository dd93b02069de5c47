"""Damaged files, links and settings: a sentence each, and nobody else's score is touched."""

import contextlib
import os
import subprocess
import sys

import pytest

from autograder import build, course, verdict
from autograder.alone import alone
from autograder.batch import Batch
from autograder.course import Mistake
from autograder.front import Front

from .conftest import TOML, make_course


@pytest.fixture
def handed_in(toy):
    """A toy class of two, handed in: (its course, its Batch)."""
    build.build(toy)
    level = toy.levels["T1"]
    for student in ("ana", "ben"):
        folder = toy.root / "submitted" / student / "T1"
        folder.mkdir(parents=True)
        (folder / "toy.ipynb").write_bytes(toy.release(level).read_bytes())
    return toy, Batch(toy, level, Front(toy.root))


def test_a_damaged_result_of_one_student_stops_nobody(handed_in):
    found, batch = handed_in
    batch.grade()
    path = verdict.autograded(found, batch.level, "ana")
    for damage in ("[]", '{"metadata": {"shardlab": "hi"}}', '{"metadata": 3}', "", "nope"):
        path.write_text(damage)
        ana, ben = batch.verdicts()
        assert (ana.outcome, ben.outcome) == (verdict.WAITING, verdict.GRADED)
    verdict.failure(found, batch.level, "ana").write_bytes(b"\xff")
    assert [one.outcome for one in batch.verdicts()] == [verdict.FAILED, verdict.GRADED]


def link_the_source(found, folder):
    (folder / "toy.ipynb").symlink_to(found.source(found.levels["T1"]))


def link_a_file_of_the_machine(found, folder):
    (folder / "toy.ipynb").symlink_to("/etc/passwd")


@pytest.mark.skipif(os.name == "nt", reason="links want a privilege on Windows")
@pytest.mark.parametrize("link", [link_the_source, link_a_file_of_the_machine])
def test_a_link_in_a_submission_is_not_followed(handed_in, link):
    found, batch = handed_in
    folder = found.root / "submitted" / "eve" / "T1"
    folder.mkdir(parents=True)
    link(found, folder)
    (eve,) = batch.grade("eve")
    assert eve.outcome == verdict.FAILED and "is a link" in eve.reasons[0]
    assert "root:" not in eve.reasons[0]


def test_a_file_that_is_no_json_is_not_quoted(handed_in):
    found, batch = handed_in
    (found.root / "submitted/ana/T1/toy.ipynb").write_text("secret: 42")
    (ana,) = batch.grade("ana")
    assert ana.outcome == verdict.FAILED and "not JSON" in ana.reasons[0]
    assert "secret" not in ana.reasons[0]


@contextlib.contextmanager
def another_process(folder, holds):
    """A process in `folder` that runs `holds`, and lives on until the block ends."""
    code = f"import sys\n{holds}; print('held', flush=True); sys.stdin.read()"
    other = subprocess.Popen(
        [sys.executable, "-c", code], cwd=folder, stdin=-1, stdout=-1, text=True
    )
    try:
        assert other.stdout.readline() == "held\n"
        yield
    finally:
        other.communicate("")


def a_gradebook_that_is_none(root):
    (root / "gradebook.db").write_text("hello")
    return contextlib.nullcontext()


def a_gradebook_that_is_a_folder(root):
    (root / "gradebook.db").mkdir()
    return contextlib.nullcontext()


def a_gradebook_in_use(root):
    with Front(root).gradebook():
        pass
    connect = "import sqlite3; db = sqlite3.connect('gradebook.db', isolation_level=None)"
    return another_process(root, f"{connect}; db.execute('BEGIN EXCLUSIVE')")


@pytest.mark.parametrize(
    "damage", [a_gradebook_that_is_none, a_gradebook_that_is_a_folder, a_gradebook_in_use]
)
def test_a_gradebook_that_cannot_be_used_is_one_sentence(toy, damage):
    build.build(toy)
    words = r"gradebook.db (can't be used|is in use)"
    with damage(toy.root):
        for way in (Front.gradebook, Front.books):
            with pytest.raises(Mistake, match=words), way(Front(toy.root)) as opened:
                opened.students if way is Front.gradebook else opened.people()


def test_two_gradings_at_once_are_refused(toy):
    take = "from pathlib import Path; from autograder.alone import alone\nwith alone(Path('.')): 0"
    words = "another `autograder grade` is at work"
    with another_process(toy.root, take), pytest.raises(Mistake, match=words), alone(toy.root):
        pass
    with alone(toy.root):
        pass


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        (TOML, "levels = 3", "are tables"),
        (TOML, "course = 3", "are tables"),
        ('notebook = "toy"', 'notebook = "../../evil"', "use letters, digits"),
        ('notebook = "toy"', 'notebook = ""', "use letters, digits"),
        ("[levels.T1]", '[levels."../.."]', "use letters, digits"),
        ('due = "2027-02-15 23:59:00 UTC"', 'due = "nope"', "is no date"),
        ('due = "2027-02-15 23:59:00 UTC"', "due = true", "is no date"),
    ],
)
def test_settings_of_the_wrong_form_are_one_sentence(toy, old, new, why):
    path = toy.root / "course" / "course.toml"
    assert old in TOML
    path.write_text(TOML.replace(old, new, 1))
    with pytest.raises(Mistake, match=why) as caught:
        course.load(toy.root)
    assert "\n" not in str(caught.value)


def test_a_byte_order_mark_changes_nothing(tmp_path):
    found = make_course(tmp_path)
    build.build(found)
    built = found.source(found.levels["T1"]).read_bytes()
    for path in (found.text(found.levels["T1"], "assignment"), tmp_path / "course/course.toml"):
        path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes())
    build.build(course.load(tmp_path))
    assert found.source(found.levels["T1"]).read_bytes() == built
