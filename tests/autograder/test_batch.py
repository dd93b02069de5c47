"""Batches: nobody is lost, nothing is graded twice without need, and a kill at any moment is
mended by a second call. A judge of milliseconds stands in for the real one."""

import contextlib
import json
import os
import random
import shutil
import subprocess
import sys
import time
import tracemalloc
import unicodedata
from pathlib import Path

import pytest

from autograder import build, collect, course, verdict
from autograder.batch import Batch, Options
from autograder.course import Mistake
from autograder.front import Front
from autograder.judgement import Judgement

from . import quick
from .conftest import make_course
from .gradebooks import dump


@pytest.fixture(scope="module")
def master(tmp_path_factory):
    """A built course whose gradebook knows its level."""
    found = make_course(tmp_path_factory.mktemp("batch"))
    build.build(found)
    level = found.levels["T1"]
    Front(found.root).register(found.source(level).read_text(), level)
    return found


@pytest.fixture
def here(master, tmp_path):
    shutil.copytree(master.root, tmp_path, dirs_exist_ok=True)
    return course.load(tmp_path)


def notebook(here, answer="return x"):
    nb = json.loads(here.release(here.levels["T1"]).read_text())
    for cell in nb["cells"]:
        if cell["metadata"].get("nbgrader", {}).get("solution"):
            cell["source"] = answer
    return json.dumps(nb)


def submit(here, student, answer="return x", stamp=None):
    folder = here.root / "submitted" / student / "T1"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "toy.ipynb").write_text(notebook(here, answer))
    if stamp:
        (folder / "timestamp.txt").write_text(stamp)
    return folder


def graded(here, judge=quick.judge, **how):
    """(verdict by student, the lines said, whose verdict stood already)."""
    said = []
    batch = Batch(here, here.levels["T1"], Front(here.root), judge)
    found = batch.grade(how.pop("student", None), Options(**how), said.append)
    return {one.student: one for one in found}, said, batch.passed


def test_a_line_for_each_that_is_not_just_graded(here):
    submit(here, "ana")
    submit(here, "ben", "return 0  # a remark")
    submit(here, "cleo", stamp="yesterday")
    found, said, passed = graded(here)
    assert [one.outcome for one in found.values()] == ["graded", "graded with remarks", "failed"]
    assert sorted(said) == [
        "ben: graded with remarks 0 of 10 (there is a remark.)",
        "cleo: failed (timestamp.txt holds no date: write one such as 2027-02-15 23:59:00 UTC, "
        "or delete it.)",
    ]
    assert passed == 0


def test_only_what_changed_is_graded_again(here):
    for name in ("ana", "ben", "cleo"):
        submit(here, name)
    (here.root / "submitted/dan/T1").mkdir(parents=True)
    asked = []

    def judge(job):
        asked.append(job)
        return quick.judge(job)

    assert graded(here, judge)[2] == 0 and len(asked) == 3
    assert graded(here, judge)[2] == 4 and len(asked) == 3
    submit(here, "ben", "return 0")
    found, _, passed = graded(here, judge)
    assert (found["ben"].score, passed, len(asked)) == (0, 3, 4)
    (here.root / "submitted/ana/T1/timestamp.txt").write_text("2027-02-16 23:59:00 UTC")
    found, _, passed = graded(here, judge)
    assert (found["ana"].late, passed, len(asked)) == (86400, 3, 5)
    (here.root / "submitted/cleo/T1/data.csv").write_text("1")
    assert graded(here, judge)[2] == 3 and asked[-1].files == {"data.csv": b"1"}
    (here.root / "release/T1/given.csv").write_text("2")
    assert graded(here, judge)[2] == 0 and asked[-1].given == {"given.csv": b"2"}
    assert graded(here, judge, student="ana", force=True)[2] == 0
    assert graded(here, judge)[2] == 4
    source = here.source(here.levels["T1"])
    source.write_text(source.read_text().replace("did you double?", "no double?"))
    assert graded(here, judge)[2] == 0
    shutil.rmtree(here.root / "autograded/ana")
    assert graded(here, judge)[2] == 3


def test_the_limits_are_those_of_the_settings(here):
    submit(here, "ana")
    config = here.root / "nbgrader_config.py"
    config.write_text(config.read_text() + "\nc.Execute.timeout = 3\n")
    asked = []
    graded(here, lambda job: asked.append(job) or quick.judge(job), require_jail=True)
    assert asked[0].limits.cell_seconds == 3 and asked[0].require_jail
    assert asked[0].released == here.release(here.levels["T1"]).read_text()


def test_whoever_judges_may_die_and_the_next_call_tries_again(here):
    submit(here, "ana")
    submit(here, "ben", "deadly")

    def judge(job):
        if b"deadly" in job.submitted:
            raise EOFError("worker gone")
        return quick.judge(job)

    found, _, _ = graded(here, judge)
    assert found["ana"].outcome == "graded" and found["ben"].outcome == "failed"
    assert "3 times over" in found["ben"].reasons[0]
    found, _, passed = graded(here)
    assert found["ben"].outcome == "graded" and passed == 1


ODD = ["o'neil, 5\" y", "x[1]", "*", "?", "x (1)", "-dash", "a\nb", "n" * 200, "ünï", "<b>", "%s"]
ODD += [unicodedata.normalize("NFC", "é"), unicodedata.normalize("NFD", "é"), "a ", "~", "$HOME"]


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such names")
def test_a_students_name_may_be_anything(here):
    for name in ODD:
        submit(here, name, f"return {len(name) % 2}")
    submit(here, os.fsdecode(b"\xe9" * 80), "return 1")
    found, _, _ = graded(here)
    (latin,) = set(found) - set(ODD)
    assert latin.startswith("\\xe9\\xe9") and len(found) == len(ODD) + 1
    assert {one.outcome for one in found.values()} == {"graded"}
    pages, failed = Batch(here, here.levels["T1"], Front(here.root)).feedback()
    assert (pages, failed) == (len(ODD) + 1, [])
    for name in ODD:
        assert (here.root / "feedback" / name / "T1/toy.html").is_file()
        assert graded(here, student=name, force=True)[0][name].outcome == "graded"
    folders = "autograded build course exchange feedback notebooks release source submitted"
    assert sorted(p.name for p in here.root.iterdir() if p.is_dir()) == folders.split()


def test_a_student_outside_of_submitted_is_nobody(here):
    submit(here, "ana")
    for name in ("..", "../submitted/ana", "", "."):
        with pytest.raises(Mistake, match="no submission of T1 by"):
            graded(here, student=name)


def as_is(folder, text):
    pass


def renamed(name):
    return lambda folder, text: (folder / "toy.ipynb").rename(folder / name)


def beside(name, data="", also=None):
    def add(folder, text):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text if data is None else data)
        if also:
            (folder / "toy.ipynb").unlink()
            (folder / also).write_text(text)

    return add


def instead(make):
    def replace(folder, text):
        (folder / "toy.ipynb").unlink()
        make(folder / "toy.ipynb")

    return replace


def to(target):
    return lambda path: path.symlink_to(target)


def linked(name):
    return lambda folder, text: (folder / name).symlink_to("/etc/passwd")


def large(folder, text):
    with (folder / "large.bin").open("wb") as file:
        file.truncate(11 << 20)


def many(folder, text):
    for n in range(300):
        (folder / f"{n}.txt").write_text("")


def hard(folder, text):
    os.link(folder / "toy.ipynb", folder.parent / "same")


LEFT_OUT = "graded with remarks"
FOLDERS = {  # what is done to the folder: (outcome, words of the reason, the files that go along)
    "as it is": (as_is, "graded", "", []),
    "copied by a browser": (renamed("toy (1).ipynb"), LEFT_OUT, "called toy (1).ipynb", []),
    "another name": (renamed("homework.ipynb"), LEFT_OUT, "not toy.ipynb", []),
    "another case": (renamed("TOY.IPYNB"), LEFT_OUT, "called TOY.IPYNB", []),
    "text to a browser": (renamed("toy.ipynb.txt"), LEFT_OUT, "called toy.ipynb.txt", []),
    "one folder deeper": (
        beside("T1/toy.ipynb", None, also="notes.txt"), LEFT_OUT, "T1/toy.ipynb", ["notes.txt"],
    ),
    "a second notebook": (beside("b.ipynb"), LEFT_OUT, "Beside toy.ipynb, not graded: b", []),
    "two, one of another case": (beside("b.ipynb", also="Toy.ipynb"), LEFT_OUT, "Toy.ipynb", []),
    "two of other names": (beside("b.ipynb", also="a.ipynb"), "failed", "a.ipynb, b.ipynb", []),
    "data": (beside("data/x.csv", "1"), "graded", "", ["data/x.csv"]),
    "a helper": (beside("helper.py", "1"), "graded", "", ["helper.py"]),
    "numpy.py": (beside("numpy.py"), LEFT_OUT, "place of a module: numpy.py", []),
    "random.py": (beside("random.py"), LEFT_OUT, "place of a module: random.py", []),
    "a folder numpy": (beside("numpy/__init__.py"), LEFT_OUT, "numpy/__init__.py", []),
    "shardlab.py": (beside("shardlab.py"), LEFT_OUT, "place of a module", []),
    "large": (large, LEFT_OUT, "at most 200 files and 10 MB are taken: large.bin", []),
    "many": (many, LEFT_OUT, "at most 200 files", 200),
    "a link beside": (linked("data.csv"), LEFT_OUT, "links are not followed: data.csv", []),
    "a link to a folder": (
        lambda folder, text: (folder / "x").symlink_to("/etc"), LEFT_OUT, "followed: x", [],
    ),
    "a link for it": (instead(to("/etc/passwd")), "failed", "is a link", []),
    "a broken link": (instead(to("nowhere")), "failed", "is a link", []),
    "a folder for it": (instead(Path.mkdir), "failed", "is a folder, not a notebook", []),
    "a pipe for it": (instead(os.mkfifo), "failed", "no file that can be read", []),
    "a pipe for the date": (
        lambda folder, text: os.mkfifo(folder / "timestamp.txt"), LEFT_OUT, "no regular files", [],
    ),
    "a pipe beside": (
        lambda folder, text: os.mkfifo(folder / "p"), LEFT_OUT, "no regular files: p", [],
    ),
    "hard links": (hard, "graded", "", []),
    "nothing": (renamed("../gone"), "failed", "the folder is empty", []),
    "a text only": (renamed("answer.docx"), "failed", "there is only answer.docx", []),
    "a web page": (instead(lambda p: p.write_text("<html>")), "failed", "not a notebook", []),
    "empty": (instead(Path.touch), "failed", "not a notebook", []),
}  # fmt: skip


@pytest.mark.skipif(os.name == "nt", reason="Windows has no pipes in folders")
def test_whatever_the_folder_holds_it_ends_in_one_verdict(here):
    for student, (change, *_) in FOLDERS.items():
        change(submit(here, student), notebook(here))
    (here.root / "submitted/linked").symlink_to(here.root / "submitted/data")
    (here.root / "submitted/level").mkdir()
    (here.root / "submitted/level/T1").symlink_to(here.root / "source/T1")
    asked = {}

    def judge(job):
        result = quick.judge(job)
        asked.setdefault(len(asked), job)
        return result

    found, _, _ = graded(here, judge)
    assert set(found) == {*FOLDERS, "linked", "level"}
    wrong = {
        student: (found[student].outcome, found[student].reasons)
        for student, (_, outcome, words, _) in FOLDERS.items()
        if found[student].outcome != outcome or words not in " ".join(found[student].reasons)
    }
    assert wrong == {}
    for student in ("linked", "level"):
        assert found[student].outcome == "failed" and "is a link" in found[student].reasons[0]
    assert not [job for job in asked.values() if b"root:" in b"".join(job.files.values())]
    for student, (*_, files) in FOLDERS.items():
        got = collect.collect(here.root / "submitted" / student / "T1", "toy.ipynb").files
        assert (len(got) if isinstance(files, int) else sorted(got)) == files, student
    assert graded(here)[2] == len(found)


@pytest.mark.skipif(not shutil.which("setpriv"), reason="setpriv takes root's rights away")
def test_what_cannot_be_read_is_a_reason(here):
    (submit(here, "file") / "toy.ipynb").chmod(0)
    (submit(here, "folder")).chmod(0)
    command = [sys.executable, "-c", "from autograder.cli import main; main()", "grade", "T1"]
    if os.geteuid() == 0:  # root reads everything, but for this
        command = ["setpriv", "--bounding-set", "-all", "--inh-caps", "-all", *command]
    done = subprocess.run(command, cwd=here.root, capture_output=True, text=True, check=False)
    assert done.returncode == 1 and "Traceback" not in done.stderr, done.stderr
    for student in ("file", "folder"):
        (said,) = [x for x in done.stdout.splitlines() if x.startswith(f"{student}: failed")]
        assert "can't be read" in said


def test_what_is_no_submission_is_named(here):
    submit(here, "ana")
    (here.root / "submitted/notes.txt").write_text("")
    (here.root / "submitted/cleo/t1").mkdir(parents=True)
    (here.root / "submitted/dan/dan/T1").mkdir(parents=True)
    (here.root / "submitted/fay").mkdir()
    (here.root / "submitted/fay/T1").write_text("")
    (here.root / "submitted/.gil/T1").mkdir(parents=True)
    (here.root / "submitted/.ipynb_checkpoints").mkdir()
    _, said, _ = graded(here)
    for name in ("notes.txt", "cleo/t1", "dan/dan/T1", "fay/T1", ".gil"):
        assert any(line.startswith(f"submitted/{name} is left out") for line in said), name
    assert len(said) == 5


@pytest.mark.skipif(not hasattr(os, "fork"), reason="Windows has no fork and no kill -9")
def test_killed_at_any_moment_a_second_call_finishes(here, tmp_path_factory):
    for n in range(6):
        submit(here, f"new{n}", f"return {n % 3}", "2027-02-16 00:00:00 UTC" if n % 2 else None)
        submit(here, f"again{n}")
    submit(here, "broken").joinpath("toy.ipynb").write_text("{")
    (here.root / "submitted/empty/T1").mkdir(parents=True)
    graded(here)
    shutil.rmtree(here.root / "autograded/new1")
    for n in range(0, 6, 2):
        submit(here, f"again{n}", "return 0  # a remark")
        (here.root / f"submitted/again{n + 1}/T1/toy.ipynb").write_text("no more")
    submit(here, "broken")
    for n in range(3):
        submit(here, f"newer{n}")
    undisturbed = tmp_path_factory.mktemp("undisturbed") / "course"
    shutil.copytree(here.root, undisturbed)
    graded(course.load(undisturbed))
    script = Path(__file__).with_name("killed.py")
    done = subprocess.run(
        [sys.executable, script, here.root, undisturbed, "60", "10", "7"],
        capture_output=True,
        text=True,
        env={**os.environ, "QUICK_JUDGE_SECONDS": "0.003"},
        check=False,
    )
    assert done.returncode == 0, done.stderr
    *wrong, midway = done.stdout.splitlines()
    assert wrong == []
    assert int(midway.split()[0]) >= 10, midway  # else nothing was put to the test


def test_memory_stays_flat(here):
    for n in range(120):
        submit(here, f"s{n}")
    sizes = []

    def judge(job):
        result = quick.judge(job)
        result.notebook = result.notebook.replace('"metadata"', " " * 100_000 + '"metadata"', 1)
        sizes.append(tracemalloc.get_traced_memory()[0])
        return result

    tracemalloc.start()
    try:
        graded(here, judge, jobs=1)
    finally:
        tracemalloc.stop()
    assert max(sizes[80:]) < max(sizes[:40]) + (1 << 20)  # forty notebooks are 4 MB


def test_nbgrader_is_not_imported_once_it_knows_the_level(here):
    submit(here, "ana")
    code = """
import sys
import time
from pathlib import Path
import quick
from autograder import course
from autograder.batch import Batch
from autograder.front import Front
here = course.load(Path(sys.argv[1]))
batch = Batch(here, here.levels["T1"], Front(here.root), quick.judge)
(one,) = batch.grade()
batch.feedback()
assert one.outcome == "graded"
heavy = {"nbgrader", "nbformat", "nbconvert", "numpy", "jupytext", "IPython", "distributed"}
print(sorted(heavy & set(sys.modules)))
"""
    path = {**os.environ, "PYTHONPATH": str(Path(__file__).parent)}
    done = subprocess.run(
        [sys.executable, "-c", code, here.root], capture_output=True, text=True, env=path
    )
    assert done.stdout == "[]\n", done.stderr


def test_a_cluster_leaves_the_same_gradebook(here, tmp_path_factory):
    distributed = pytest.importorskip("distributed")
    for n in range(6):
        submit(here, f"s{n}", f"return {n % 3}")
    submit(here, "broken").joinpath("toy.ipynb").write_text("{")
    other = course.load(shutil.copytree(here.root, tmp_path_factory.mktemp("other") / "x"))
    graded(other)
    local = {"dashboard_address": None, "host": "127.0.0.1", "silence_logs": 50}
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, **local) as cluster:
        graded(here, scheduler=cluster.scheduler_address)
    assert dump(here.root / "gradebook.db") == dump(other.root / "gradebook.db")


def test_a_judgement_without_cells_is_a_failure_not_a_crash(here):
    submit(here, "ana")
    found, _, _ = graded(here, lambda job: Judgement(failure="it is\nno\nnotebook"))
    assert found["ana"].reasons == ["it is no notebook"]
    assert verdict.failure(here, here.levels["T1"], "ana").is_file()


@pytest.mark.skipif(os.name == "nt", reason="Windows has no kill -9")
def test_whoever_of_the_workers_is_killed_the_gradebook_is_the_same(here, tmp_path_factory):
    """The real judge, and kill -9 of whatever processes a batch has started."""
    psutil = pytest.importorskip("psutil")
    for n in range(8):
        submit(here, f"s{n}", f"def double(x):\n    return {n % 2 + 1} * x")
    undisturbed = tmp_path_factory.mktemp("undisturbed") / "course"
    shutil.copytree(here.root, undisturbed)
    graded(course.load(undisturbed), judge=None)
    chance = random.Random(5)
    command = [sys.executable, "-c", "from autograder.cli import main; main()", "grade", "T1"]
    with subprocess.Popen(command, cwd=here.root, stdout=subprocess.DEVNULL, stderr=-1) as batch:
        while batch.poll() is None:
            time.sleep(chance.uniform(0.1, 0.6))
            with contextlib.suppress(psutil.NoSuchProcess, IndexError):
                chance.choice(psutil.Process(batch.pid).children(recursive=True)).kill()
            if chance.random() < 0.1:
                break
        batch.kill()
        batch.stderr.close()
    graded(here, judge=None)
    assert dump(here.root / "gradebook.db") == dump(undisturbed / "gradebook.db")
    assert set(graded(here, judge=None)[0]) == {f"s{n}" for n in range(8)}
