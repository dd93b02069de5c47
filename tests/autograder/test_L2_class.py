"""The whole machine on level L2: release, class, grades and feedback."""

import html
import re
import shutil
import subprocess
from datetime import datetime

import nbformat
import pytest
from nbgrader.api import Gradebook

from autograder import course
from autograder.front import Front
from autograder.master import without_hidden
from autograder.prove.variants import solution_of

EMIL = "feedback/emil/L2/L2_application.html"


@pytest.fixture(scope="module")
def grades(demo):
    """Student -> {test cell: (score, points)}, from the demo's gradebook."""
    folder, _ = demo
    with Front(folder).gradebook() as gradebook:
        return {
            taken.student_id: {
                grade.name: (grade.score, grade.max_score)
                for notebook in taken.notebooks
                for grade in notebook.grades
            }
            for taken in gradebook.assignment_submissions("L2")
        }


def test_solved_with_the_reference_every_cell_scores_full(grades):
    assert len(grades["ada"]) > 20
    assert {name for name, (score, points) in grades["ada"].items() if score != points} == set()
    assert sum(points for _, points in grades["ada"].values()) == 100


def test_unsolved_every_cell_scores_0(grades):
    assert {name for name, (score, _) in grades["emil"].items() if score != 0} == set()
    assert set(grades["emil"]) == set(grades["ada"])


def test_the_class_comes_out_as_expected(demo):
    _, printed = demo
    table = printed.split("$ autograder report")[1]
    assert table.count("as expected") >= 12 and "WRONG" not in printed
    for outcome in ("graded with remarks", "failed", " late"):
        assert outcome in table


def test_no_hidden_test_and_no_answer_stands_in_feedback(demo):
    folder, _ = demo
    found = course.load(folder)
    source = nbformat.read(found.source(found.levels["L2"]), as_version=4)
    kept = [without_hidden(cell.source) for cell in source.cells]
    shown = {line.strip() for text, _ in kept for line in text.split("\n")}
    hidden = {line for _, lines in kept for line in lines if len(line) > 12} - shown
    assert len(hidden) > 50
    pages = sorted(folder.glob("feedback/*/L2/*.html"))
    assert len(pages) >= 12
    for path in pages:
        page = html.unescape(re.sub(r"<[^>]+>", "", path.read_text()))
        assert [line for line in hidden if line in page] == [], path


def test_no_reference_stands_in_feedback_for_who_gave_no_answer(demo):
    folder, _ = demo
    found = course.load(folder)
    level = found.levels["L2"]
    source, release = (
        nbformat.read(path, as_version=4) for path in (found.source(level), found.release(level))
    )
    shown = "\n".join(cell.source for cell in release.cells)
    solutions = [cell.source for cell in source.cells if solution_of(cell)]
    lines = {line.strip() for text in solutions for line in text.split("\n")}
    secret = {line for line in lines if len(line) > 12 and line not in shown}
    assert len(secret) > 30
    page = html.unescape(re.sub(r"<[^>]+>", "", (folder / EMIL).read_text()))
    assert [line for line in secret if line in page] == []


def test_a_page_is_about_a_level_by_number_and_title(demo):
    folder, _ = demo
    assert "<h1>L2 Application</h1>" in (folder / EMIL).read_text()


STOCK = """
c = get_config()
c.CourseDirectory.course_id = "stock"
c.ClearSolutions.code_stub = {"python": "raise NotImplementedError()"}
"""
ORDINARY = "ada bao chidi dora emil ines".split()


def test_ordinary_submissions_score_as_with_nbgraders_own_executor(demo, grades, tmp_path):
    """Those that print on stderr, loop, crash or tamper aside: nbgrader itself goes wrong there."""
    folder, _ = demo
    (tmp_path / "nbgrader_config.py").write_text(STOCK)
    shutil.copytree(folder / "source", tmp_path / "source")
    for student in ORDINARY:
        shutil.copytree(folder / "submitted" / student, tmp_path / "submitted" / student)
    for command in (["generate_assignment", "L2"], ["autograde", "L2"]):
        done = subprocess.run(
            ["nbgrader", *command], cwd=tmp_path, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr[-2000:]
    with Gradebook(f"sqlite:///{tmp_path}/gradebook.db") as gradebook:
        for student in ORDINARY:
            taken = gradebook.find_submission("L2", student)
            (notebook,) = taken.notebooks
            stock = {grade.name: (grade.score, grade.max_score) for grade in notebook.grades}
            assert stock == grades[student], student


def test_the_demo_is_a_course_of_its_own_with_dates(demo):
    folder, _ = demo
    with Front(folder).gradebook() as gradebook:
        due = gradebook.find_assignment("L2").duedate
        late = gradebook.find_submission("L2", "ines").total_seconds_late
    assert isinstance(due, datetime) and late > 0
    assert (folder / "exchange/shardlab/outbound/L2").is_dir()
