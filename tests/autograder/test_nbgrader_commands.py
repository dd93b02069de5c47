"""nbgrader's own commands use this grader, in any nbgrader course, by configuration alone."""

import contextlib
import copy
import json
import os
import re
import subprocess
import sys
import time
from pathlib import Path
from types import SimpleNamespace

import nbformat
import psutil
import pytest
from nbgrader.api import Gradebook
from nbgrader.apps.api import NbGraderAPI
from nbgrader.coursedir import CourseDirectory
from traitlets.config.loader import PyFileConfigLoader

from autograder import judge, plugin

from .sheets import cell, check, given, sheet, solution

pytestmark = [
    pytest.mark.filterwarnings("ignore::nbformat.warnings.DuplicateCellId"),
    pytest.mark.filterwarnings("ignore:Object of type <Submitted"),
]
SECRET = "for-nobody-to-see"
KERNEL = {"name": "python3", "display_name": "Python 3", "language": "python"}
HIDDEN = "assert square(-5) == 25"
PROBLEM1 = sheet(
    given("import math\nscale = 2"),
    solution("double", "def double(x):\n    return scale * x"),
    check("double", "assert double(3) == 6", points=2),
    solution("square", "def square(x):\n    return x * x"),
    check(
        "square",
        f"assert square(3) == 9\n### BEGIN HIDDEN TESTS\n{HIDDEN}\n### END HIDDEN TESTS",
        points=3,
    ),
    cell("Because.", "markdown", grade_id="why", grade=True, solution=True, points=5),
)
PROBLEM2 = sheet(
    solution("mean", "def mean(xs):\n    return sum(xs) / len(xs)"),
    check("mean", "numbers = [*map(float, open('numbers.txt'))]\nassert mean(numbers) == 2.5"),
)


# -- a course without anything of this repository's but the lines that a docstring tells -----------


def docstring_lines() -> list[str]:
    found = re.findall(r"^    (c\..*exporter_class = .*)$", plugin.__doc__, re.MULTILINE)
    assert len(found) == 2
    return found


def start_course(root):
    config = ["c = get_config()", 'c.CourseDirectory.course_id = "plain"', *docstring_lines()]
    (root / "nbgrader_config.py").write_text("\n".join(config) + "\n")


@contextlib.contextmanager
def formgrader(root):
    """What Formgrader's buttons call."""
    config = PyFileConfigLoader("nbgrader_config.py", path=str(root)).load_config()
    with contextlib.chdir(root):
        yield NbGraderAPI(CourseDirectory(root=str(root), config=config), config=config)


def release(root, assignment, **notebooks):
    for name, nb in notebooks.items():
        path = root / "source" / assignment / f"{name}.ipynb"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps({**nb, "metadata": {"kernelspec": KERNEL}}))
    with formgrader(root) as nbgrader:
        made = nbgrader.generate_assignment(assignment)
    assert made["success"], made


def hand_in(root, student, answers, name="ps1/problem1", change=None, to=None):
    """Hand in the release with these answers; `change` may do anything to it."""
    nb = nbformat.read(root / f"release/{name}.ipynb", as_version=4)
    for one in nb.cells:
        one.source = answers.get(one.metadata.get("nbgrader", {}).get("grade_id"), one.source)
    data = change(nb) if change else None
    path = root / f"submitted/{student}/{to or name}.ipynb"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(data if isinstance(data, str) else nbformat.writes(nb))


def named(nb, name):
    return next(c for c in nb.cells if c.metadata.get("nbgrader", {}).get("grade_id") == name)


def skip_tests(nb):
    named(nb, "test_double").metadata.tags = ["skip-execution"]
    named(nb, "test_square").metadata.tags = ["skip-execution"]


def edit_tests(nb):
    for name in ("test_double", "test_square"):
        named(nb, name).source = "pass"
        named(nb, name).metadata.nbgrader.points = 100


def copy_tests(nb):
    nb.cells.append(copy.deepcopy(named(nb, "test_double")))
    nb.cells.insert(0, copy.deepcopy(named(nb, "square")))


def cut_short(nb):
    return nbformat.writes(nb)[:300]


FULL = {"double": "def double(x):\n    return 2 * x", "square": "def square(x):\n    return x * x"}
EQUAL = """
class Equal:
    def __eq__(self, other):
        return True

def {0}(x):
    return Equal()
"""
PATCH = """
import ast
from IPython import get_ipython

class Drop(ast.NodeTransformer):
    def visit_Assert(self, node):
        return None

get_ipython().ast_transformers.append(Drop())
type(get_ipython()).run_cell = lambda self, *a, **k: None
"""
PEEK = """
import os
found = str(os.environ)
for pid in os.listdir('/proc'):
    try:
        found += open(f'/proc/{pid}/environ').read()
    except OSError:
        pass
print('seen:', 'MINE' in found, 'PATH' in found)
"""
CLASS = {  # student: (the tests' points, None for a failure; what is handed in)
    "ada": (5, {"answers": FULL}),
    "half": (2, {"answers": {"double": FULL["double"]}}),
    "none": (0, {"answers": {}}),
    "skip": (0, {"answers": {}, "change": skip_tests}),
    "edit": (0, {"answers": {}, "change": edit_tests}),
    "equal": (0, {"answers": {name: EQUAL.format(name) for name in FULL}}),
    "patch": (0, {"answers": {"double": PATCH}}),
    "exit": (2, {"answers": {**FULL, "square": "import os\nos._exit(0)"}}),
    "copied": (5, {"answers": FULL, "change": copy_tests}),
    "peek": (3, {"answers": {**FULL, "double": PEEK}}),
    "renamed": (5, {"answers": FULL, "to": "ps1/problem1 (1)"}),
    "x[1]": (5, {"answers": FULL}),
    "broken": (None, {"answers": FULL, "change": cut_short}),
}
REASONS = {
    "broken": "The file ends too early",
    "empty": "No problem1.ipynb",
    "linked": "problem1.ipynb is a link",
}


@pytest.fixture(scope="module")
def plain(tmp_path_factory):
    """The class, graded by `nbgrader autograde ps1`: the course's folder, the ended command."""
    root = tmp_path_factory.mktemp("plain")
    start_course(root)
    release(root, "ps1", problem1=PROBLEM1)
    for student, (_, handed_in) in CLASS.items():
        hand_in(root, student, **handed_in)
    for student in ("empty", "linked"):
        (root / f"submitted/{student}/ps1").mkdir(parents=True)
    reference = root / "source/ps1/problem1.ipynb"
    (root / "submitted/linked/ps1/problem1.ipynb").symlink_to(reference)
    (root / "submitted/ada/ps1/link.txt").symlink_to(reference)
    (root / "submitted/ada/ps1/notes.txt").write_text("my own")
    process = subprocess.Popen(
        [Path(sys.executable).with_name("nbgrader"), "autograde", "ps1"],
        cwd=root,
        env={**os.environ, "MINE": SECRET},
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    said = process.communicate()[1]
    return SimpleNamespace(root=root, said=said, process=process)


def grades(root, student, assignment="ps1"):
    """Of each graded cell: the tests' score, and whether a person must look."""
    with Gradebook(f"sqlite:///{root}/gradebook.db") as gradebook:
        found = gradebook.find_submission(assignment, student)
        notebooks = [notebook.grades for notebook in found.notebooks]
        return {g.name: (g.auto_score, g.needs_manual_grade) for one in notebooks for g in one}


def autograded(root, student, name="ps1/problem1"):
    return nbformat.read(root / f"autograded/{student}/{name}.ipynb", as_version=4)


@pytest.mark.parametrize("student", CLASS)
def test_each_gets_what_the_answers_are_worth(plain, student):
    points, found = CLASS[student][0], grades(plain.root, student)
    assert found.pop("why") == ((None, True) if points is None else (0, False))
    scores = [score for score, _ in found.values()]
    assert (None if None in scores else sum(scores)) == points


@pytest.mark.parametrize("student", REASONS)
def test_a_failure_is_nbgraders_error_with_the_reason_on_record(plain, student):
    assert plain.process.returncode == 1
    assert f"NbGraderException: {student}, problem1: {REASONS[student]}" in plain.said
    reason = plain.root / f"autograded/{student}/ps1.failed.txt"
    assert reason.read_text().startswith(REASONS[student])
    assert not (plain.root / f"autograded/{student}/ps1").exists()
    assert set(grades(plain.root, student).values()) == {(None, True)}


def test_a_failure_stops_nobody_else(plain):
    failed = re.findall(r"error processing assignment 'ps1' for student '(.*)'", plain.said)
    assert sorted(failed) == sorted(REASONS)


def test_remarks_are_kept_for_the_instructor(plain):
    for student, words in (("renamed", "problem1 (1).ipynb"), ("edit", "locked but edited")):
        assert words in " ".join(autograded(plain.root, student).metadata.shardlab.remarks)
    assert autograded(plain.root, "half").metadata.shardlab.remarks == []


def test_a_submission_sees_no_variable_of_the_command(plain):
    (output,) = named(autograded(plain.root, "peek"), "double").outputs
    assert output.text == "seen: False True\n"


def test_what_a_students_link_leads_to_is_not_copied(plain):
    names = {path.name for path in (plain.root / "autograded/ada/ps1").iterdir()}
    assert names == {"problem1.ipynb", "notes.txt"}


def test_the_command_leaves_no_process(plain):
    def left():
        for process in psutil.process_iter():
            with contextlib.suppress(psutil.Error, OSError):
                if os.getsid(process.pid) == plain.process.pid:
                    yield process

    for _ in range(100):
        if not [*left()]:
            return
        time.sleep(0.1)
    assert [*left()] == []


# -- Formgrader's buttons --------------------------------------------------------------------------


def test_a_button_keeps_one_server_which_has_no_token(plain, monkeypatch):
    for name in ("JPY_API_TOKEN", "JUPYTERHUB_API_TOKEN", "JUPYTER_TOKEN"):
        monkeypatch.setenv(name, SECRET)
    judge.close()
    before = {child.pid for child in psutil.Process().children()}
    with formgrader(plain.root) as nbgrader:
        for student in ("half", "none"):
            assert nbgrader.autograde("ps1", student)["success"]
    started = [child for child in psutil.Process().children() if child.pid not in before]
    assert len(started) == 1
    assert SECRET not in started[0].environ().values()


def test_a_button_tells_the_reason(plain):
    with formgrader(plain.root) as nbgrader:
        answer = nbgrader.autograde("ps1", "broken")
    assert not answer["success"] and REASONS["broken"] in answer["log"]


def test_what_a_person_wrote_survives_the_button(plain):
    with Gradebook(f"sqlite:///{plain.root}/gradebook.db") as gradebook:
        about = ("problem1", "ps1", "copied")
        gradebook.find_grade("why", *about).manual_score = 4
        gradebook.find_grade("test_double", *about).extra_credit = 1
        gradebook.find_comment("why", *about).manual_comment = "well said"
        gradebook.db.commit()
    with formgrader(plain.root) as nbgrader:
        assert nbgrader.autograde("ps1", "copied")["success"]
        assert nbgrader.generate_feedback("ps1", "copied")["success"]
    with Gradebook(f"sqlite:///{plain.root}/gradebook.db") as gradebook:
        assert gradebook.find_submission("ps1", "copied").score == 10
        grade = gradebook.find_grade("why", *about)
        assert (grade.manual_score, grade.needs_manual_grade) == (4, True)
        assert gradebook.find_comment("why", *about).comment == "well said"
    page = (plain.root / "feedback/copied/ps1/problem1.html").read_text()
    assert "well said" in page and "10 of 10" in re.sub(r"<[^>]+>|\s+", " ", page)


def test_feedback_has_no_hidden_test_and_no_script(plain):
    with formgrader(plain.root) as nbgrader:
        assert nbgrader.generate_feedback("ps1", "half")["success"]
    page = (plain.root / "feedback/half/ps1/problem1.html").read_text()
    assert HIDDEN not in re.sub(r"<[^>]+>", "", page) and "<script" not in page
    assert "NotImplementedError" in page


# -- other assignments of the course ---------------------------------------------------------------


def test_an_assignment_of_several_notebooks(plain):
    folder = plain.root / "source/ps2"
    folder.mkdir()
    (folder / "numbers.txt").write_text("1\n4\n")
    release(plain.root, "ps2", problem1=PROBLEM1, problem2=PROBLEM2)
    mean = {"mean": "def mean(xs):\n    return sum(map(float, open('numbers.txt'))) / len(xs)"}
    for student in ("ada", "renamed", "half"):
        hand_in(plain.root, student, FULL, "ps2/problem1")
    hand_in(plain.root, "ada", mean, "ps2/problem2")
    hand_in(plain.root, "renamed", mean, "ps2/problem2", to="ps2/problem2 (1)")
    (plain.root / "submitted/ada/ps2/numbers.txt").write_text("100\n")  # the course's file wins
    with formgrader(plain.root) as nbgrader:
        for student, points in (("ada", 6), ("renamed", 6), ("half", 5)):
            answer = nbgrader.autograde("ps2", student)
            assert answer["success"], answer
            assert sum(score for score, _ in grades(plain.root, student, "ps2").values()) == points
        assert nbgrader.generate_feedback("ps2", "ada")["success"]
    for name in ("ps2/problem1", "ps2/problem2"):
        assert autograded(plain.root, "ada", name).metadata.shardlab.remarks == []
    (remark,) = autograded(plain.root, "renamed", "ps2/problem2").metadata.shardlab.remarks
    assert "problem2 (1).ipynb" in remark
    pages = sorted(path.name for path in (plain.root / "feedback/ada/ps2").glob("*.html"))
    assert pages == ["problem1.html", "problem2.html"]


def test_a_source_that_the_gradebook_does_not_know_is_told(plain):
    release(plain.root, "ps3", problem2=PROBLEM2)
    hand_in(plain.root, "ada", {}, "ps3/problem2")
    path = plain.root / "source/ps3/problem2.ipynb"
    path.write_text(path.read_text().replace('"test_mean"', '"test_other"'))
    with formgrader(plain.root) as nbgrader:
        answer = nbgrader.autograde("ps3", "ada")
    assert not answer["success"] and "run `nbgrader generate_assignment ps3`" in answer["log"]


def test_tests_that_nbgrader_wrote_itself_are_run(plain):
    """At `### AUTOTEST` in the source, the gradebook has the test that was made of it."""
    release(plain.root, "ps4", problem2=PROBLEM2)
    path = plain.root / "source/ps4/problem2.ipynb"
    nb = nbformat.read(path, as_version=4)
    named(nb, "test_mean").source = "### AUTOTEST mean([1, 4])"
    nbformat.write(nb, path)
    made = "assert mean([1, 4]) == 2.5"
    with Gradebook(f"sqlite:///{plain.root}/gradebook.db") as gradebook:
        gradebook.find_source_cell("test_mean", "problem2", "ps4").source = made
        gradebook.db.commit()
    hand_in(plain.root, "ada", {"mean": "def mean(xs):\n    return 2.5"}, "ps4/problem2")
    hand_in(plain.root, "none", {"mean": "def mean(xs):\n    return 0"}, "ps4/problem2")
    with formgrader(plain.root) as nbgrader:
        for student, points in (("ada", 1), ("none", 0)):
            assert nbgrader.autograde("ps4", student)["success"]
            assert grades(plain.root, student, "ps4") == {"test_mean": (points, False)}
