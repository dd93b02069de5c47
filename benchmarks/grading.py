"""Grading a class of L2 against nbgrader's own executor, as commands, cold start included."""

import json
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from time import perf_counter

import psutil

from autograder import judge
from autograder.judgement import Job
from benchmarks.timing import Row

ROOT = Path(__file__).resolve().parents[1]
LEVEL, NOTEBOOK = "L2", "L2_application.ipynb"
CLASS, MANY = 100, 1000
STOCK = """
c = get_config()
c.CourseDirectory.course_id = "bench"
c.ClearSolutions.code_stub = {"python": "raise NotImplementedError()"}
"""


def measure():
    with tempfile.TemporaryDirectory(prefix="bench-") as folder:
        yield from _classes(Path(folder))
    yield from _memory()


def _classes(folder):
    solved = _solved()
    stock = _course(folder / "stock", STOCK, solved)
    one, all_of_them = (
        _run(stock, "nbgrader", "autograde", LEVEL, *more)
        for more in (("--student", "student-000"), ("--force",))
    )
    settings = (ROOT / "nbgrader_config.py").read_text()
    here = _course(folder / "ours", settings, solved)
    seconds = {
        jobs: _run(here, "autograder", "grade", LEVEL, "--jobs", str(jobs), "--force")
        for jobs in (1, 2)
    }
    for jobs, at_most in ((1, 0.2), (2, 0.1)):
        what = f"{CLASS} submissions of {LEVEL}, {jobs} worker{'s' * (jobs > 1)}, over nbgrader's"
        yield Row(what, seconds[jobs] / all_of_them, "×", at_most)
        yield Row("… submissions a minute", 60 * CLASS / seconds[jobs])
    yield Row("… nbgrader's own, a minute", 60 * CLASS / all_of_them)
    own = _own_cells(here)
    yield Row("one more submission costs, 1 worker", seconds[1] / CLASS, "s")
    yield Row("… of it the student's own cells: the limit", own, "s")
    checked = _run(here, "autograder", "self-check", f"submitted/student-000/{LEVEL}/{NOTEBOOK}")
    yield Row("self-check of one notebook, over nbgrader's", checked / one, "×", 0.5)


def _solved():
    """The release with the reference's answers in it."""
    source, release = (
        json.loads((ROOT / kind / LEVEL / NOTEBOOK).read_text()) for kind in ("source", "release")
    )
    answers = {_name(cell): cell["source"] for cell in source["cells"] if _answer(cell)}
    for cell in release["cells"]:
        if _answer(cell):
            cell["source"] = "".join(answers[_name(cell)])
    return release


def _answer(cell):
    return cell["metadata"].get("nbgrader", {}).get("solution", False)


def _name(cell):
    return cell["metadata"]["nbgrader"]["grade_id"]


def _course(folder, settings, solved):
    """A course with a class that has handed in."""
    (folder / "course").mkdir(parents=True)
    shutil.copy(ROOT / "course" / "course.toml", folder / "course")
    (folder / "nbgrader_config.py").write_text(settings)
    for kind in ("source", "release"):
        (folder / kind / LEVEL).mkdir(parents=True)
        shutil.copy(ROOT / kind / LEVEL / NOTEBOOK, folder / kind / LEVEL)
    _run(folder, "nbgrader", "generate_assignment", LEVEL, "--force")
    for number in range(CLASS):
        path = folder / "submitted" / f"student-{number:03}" / LEVEL / NOTEBOOK
        path.parent.mkdir(parents=True)
        path.write_text(json.dumps(solved))
    return folder


def _run(folder, *command):
    """The seconds that a command takes."""
    start = perf_counter()
    program = Path(sys.executable).parent / command[0]
    done = subprocess.run([program, *command[1:]], cwd=folder, capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(f"{' '.join(command)} failed:\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
    return perf_counter() - start


def _own_cells(course):
    """The least seconds that the student's own cells took in a few judgements."""
    job = _job(_solved())
    own = [judge.judge(job).seconds["student"] for _ in range(5)]
    judge.close()
    return min(own)


def _job(submitted, master=None):
    text = json.dumps(master) if master else (ROOT / "source" / LEVEL / NOTEBOOK).read_text()
    return Job(text, json.dumps(submitted).encode())


def _memory():
    """What a worker's two processes hold, after some and after many submissions."""
    master, submitted = json.loads((ROOT / "source" / LEVEL / NOTEBOOK).read_text()), _solved()
    for notebook in (master, submitted):
        notebook["cells"] = [c for c in notebook["cells"] if c["cell_type"] == "code"][:4]
    job, held = _job(submitted, master), []
    for number in range(MANY):
        judge.judge(job)
        if number + 1 in (MANY // 10, MANY):
            held.append(_held())
    judge.close()
    yield Row("memory of a worker, trusted server and zygote", held[1] / 1e6, "MB")
    yield Row(f"… after {MANY} submissions, over after {MANY // 10}", held[1] / held[0], "×", 1.05)


def _held():
    me = psutil.Process()
    names = re.compile(r"autograder\.(server|zygote)")
    mine = [p for p in me.children(recursive=True) if names.search(" ".join(p.cmdline()))]
    return sum(process.memory_info().rss for process in mine)
