"""`autograder self-check`: one's own notebook, graded; nothing written, nbgrader not asked."""

import json
import os
import shutil
import subprocess
import sys

import pytest

from autograder import build
from autograder.course import Mistake
from autograder.selfcheck import exercises, find_master, self_check

from .conftest import make_course


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    found = make_course(tmp_path_factory.mktemp("self"))
    build.build(found)
    return found


@pytest.fixture
def here(built, tmp_path):
    shutil.copytree(built.root, tmp_path, dirs_exist_ok=True)
    return tmp_path


def answered(here, name="toy.ipynb", square="return x * abs(x)"):
    """work/T1/<name>: `double` is right, `square` is wrong for negative numbers."""
    nb = json.loads((here / "release/T1/toy.ipynb").read_text())
    bodies = {"double": "return 2 * x", "square": square}
    for cell in nb["cells"]:
        grade_id = cell["metadata"].get("nbgrader", {}).get("grade_id")
        if grade_id in bodies:
            cell["source"] = f"def {grade_id}(x):\n    {bodies[grade_id]}"
    path = here / "work/T1" / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(nb))
    return path


def scores(judgement):
    found = exercises(judgement.cells)
    return {name: sum(cell.score for cell in cells) for name, cells in found.items()}


def test_scores_and_reasons_by_exercise(here):
    master, judgement = self_check(here, answered(here))
    assert master.whole and scores(judgement) == {"double": 4, "square": 3}
    assert "should be 25" in " ".join(cell.reason for cell in judgement.cells)


def test_a_reason_names_the_line_that_raised(here, run, monkeypatch):
    """Hidden tests don't show what it said: that may hold their inputs."""
    monkeypatch.chdir(here)
    monkeypatch.setenv("COLUMNS", "200")
    path = answered(here, square="y = x * x\n    return y * [1][4 * (x < 0)]")
    code, out, _ = run("self-check", str(path))
    assert code == 0 and "IndexError: … (line 3: `return y * [1][4 * (x < 0)]`)" in out
    path = answered(here, square='raise ValueError("so it is")')
    _, judgement = self_check(here, path)
    lines = {cell.name: cell.line for cell in judgement.cells if cell.tests == "square"}
    assert [*lines.values()] == ["", 'line 2: `raise ValueError("so it is")`']  # not shown, shown


def test_in_a_students_repository_by_the_tests_that_are_seen(here):
    shutil.rmtree(here / "source")
    master, judgement = self_check(here, answered(here))
    assert not master.whole and scores(judgement) == {"double": 4, "square": 6}


@pytest.mark.parametrize("name", ["toy (1).ipynb", "TOY.ipynb", "toy-Copy2.ipynb", "mine.ipynb"])
def test_the_level_is_found_by_name_or_by_cells(here, name):
    path = answered(here, name)
    assert find_master(here, path, path.read_bytes()).level == "T1"


def test_a_notebook_of_no_level_is_one_sentence(here):
    path = here / "other.ipynb"
    path.write_text('{"cells": [], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}')
    with pytest.raises(Mistake, match=r"like no assignment in source/.*\(toy\.ipynb\)"):
        self_check(here, path)
    with pytest.raises(Mistake, match="is no notebook"):
        self_check(here, here)
    broken = answered(here)
    broken.write_text("{")
    with pytest.raises(Mistake, match=r"toy\.ipynb can't be graded: "):
        self_check(here, broken)


def test_the_command_writes_nothing_and_does_without_nbgrader(here):
    path = answered(here)
    before = {p: p.stat().st_mtime_ns for p in here.rglob("*")}
    code = "import sys; from autograder.cli import app; app(standalone_mode=False); "
    code += "print({'nbgrader', 'nbformat', 'numpy', 'sqlalchemy'} & set(sys.modules))"
    done = subprocess.run(
        [sys.executable, "-c", code, "self-check", path],
        cwd=here / "work",
        capture_output=True,
        text=True,
        env={**os.environ, "COLUMNS": "200"},
    )
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert lines[0].split() == ["exercise", "score", "of", "reasons"]
    assert lines[1].split() == ["double", "4", "4"]
    assert lines[2].split()[:3] == ["square", "3", "6"] and "should be 25" in lines[2]
    assert lines[-2:] == ["7 of 10", "set()"]
    assert before == {p: p.stat().st_mtime_ns for p in here.rglob("*")}
