"""The command: what it says, its exit codes, and that a user's mistake is one line."""

import csv
import io
import os
import signal
import subprocess
import sys
import time

import pytest

from autograder import demo, export, table, verdict
from autograder.course import Level, Mistake

from .conftest import make_course


def test_help_needs_nothing_heavy():
    heavy = {"nbgrader", "jupytext", "numpy", "nbformat", "shardlab", "rich", "genanki"}
    code = f"import sys, autograder.cli; print(sorted({heavy!r} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_build_check_and_report_exit_codes(toy, run):
    code, _, err = run("build", "--check")
    assert code == 1 and "source/T1/toy.ipynb is missing" in err
    code, out, _ = run("build")
    assert code == 0 and "built release/T1/toy.ipynb" in out
    assert run("build")[:2] == (0, "all is in step.\n")
    assert run("build", "--check")[:2] == (0, "all is in step.\n")
    (toy.root / "notebooks/mine.ipynb").write_text("{}")
    code, _, err = run("build", "--check")
    assert (code, err.split()[0]) == (1, "notebooks/mine.ipynb")
    code, _, err = run("build")
    assert code == 0 and "notebooks/mine.ipynb has no text" in err
    code, out, _ = run("build", "--from-notebooks")
    assert code == 0 and "notebooks/mine.ipynb" in out


def rm(path):
    path.rename(path.with_name("gone"))


MISTAKES = {
    "a level that does not exist": (lambda root: None, ["grade", "T7"], "no level 'T7'"),
    "a level not yet there": (lambda root: None, ["grade", "T9"], "no assignment yet"),
    "no source": (lambda root: None, ["grade", "T1"], "run `autograder build`"),
    "no source folder": (lambda root: None, ["feedback", "T1"], "run `autograder build`"),
    "no course folder": (lambda root: rm(root / "course"), ["build"], "course.toml is missing"),
    "no course folder to prove": (lambda root: rm(root / "course"), ["prove"], "is missing"),
    "not a repository": (lambda root: rm(root / "nbgrader_config.py"), ["build"], "cd into it"),
    "not a repository for lab": (lambda root: rm(root / "nbgrader_config.py"), ["lab"], "cd into"),
    "corrupt TOML": (
        lambda root: (root / "course/course.toml").write_text("[levels"),
        ["build"],
        "can't be read as TOML",
    ),
    "a level without a notebook": (
        lambda root: (root / "course/course.toml").write_text("[levels.T1]\npoints = 3\n"),
        ["build"],
        "[levels.T1]: say notebook",
    ),
    "points that are no number": (
        lambda root: (root / "course/course.toml").write_text(
            '[levels.T1]\nnotebook = "toy"\npoints = "many"\n'
        ),
        ["build"],
        "not 'many'",
    ),
    "text that is not UTF-8": (
        lambda root: (root / "course/T1/assignment.md").write_bytes(b"# \xff\xfe"),
        ["build"],
        "not UTF-8",
    ),
    "settings that fail": (
        lambda root: (root / "nbgrader_config.py").write_text("c = get_config()\n1 / 0\n"),
        ["build"],
        "nbgrader_config.py can't be read: ZeroDivisionError",
    ),
    "settings that are no Python": (
        lambda root: (root / "nbgrader_config.py").write_text("c = (\n"),
        ["build"],
        "nbgrader_config.py can't be read: SyntaxError",
    ),
    "no gradebook": (lambda root: None, ["report"], "no gradebook yet"),
    "prove an unknown level": (lambda root: None, ["prove", "T7"], "no level 'T7'"),
    "demo without L2": (lambda root: None, ["demo"], "no level 'L2'"),
}


@pytest.mark.parametrize("case", MISTAKES)
def test_a_mistake_is_one_line_that_says_what_to_do(toy, run, case):
    prepare, words, why = MISTAKES[case]
    prepare(toy.root)
    code, out, err = run(*words)
    assert code in (1, 2) and out == ""
    assert why in err and err.count("\n") == 1 and err.startswith("autograder: ")


@pytest.mark.parametrize(
    "words",
    [["report", "--format", "pdf"], ["grade"], ["build", "--check", "--from-notebooks"], ["x"]],
)
def test_wrong_usage_is_exit_code_2(toy, run, words):
    code, _, err = run(*words)
    assert code == 2 and "Traceback" not in err


def test_usage_errors_stay_one_line(toy, run):
    code, out, err = run("build", "--check", "--from-notebooks")
    assert code == 2 and out == ""
    assert err.rstrip().splitlines()[-1].startswith("Error: Invalid value: --check and --from")


def test_a_build_that_warns_does_not_say_that_all_is_in_step(toy, run):
    run("build")
    (toy.root / "course/start.md").unlink()
    for _ in range(2):
        code, out, err = run("build")
        assert (code, out) == (0, "") and err.startswith("notebooks/start.ipynb has no text")
    assert run("build", "--check") == (1, "", err)


@pytest.mark.parametrize(
    "words, name",
    [
        (["grade", "T1"], "submitted"),
        (["grade", "T1"], "autograded"),
        (["feedback", "T1"], "feedback"),
        (["lab"], "work"),
        (["lab"], "work/T1"),
    ],
)
def test_a_file_in_a_folders_place_is_named_with_a_remedy(toy, run, words, name):
    run("build")
    (toy.root / name).parent.mkdir(exist_ok=True)
    (toy.root / name).write_text("")
    code, out, err = run(*words)
    assert (code, out) == (1, "")
    said = f"{name} is a file where a folder is needed: move it away, try again."
    assert err == f"autograder: {said}\n"


def test_a_demo_in_the_way_is_a_mistake(toy):
    (toy.root / "demo").write_text("")
    with pytest.raises(Mistake, match="demo is a file where a folder is needed"):
        demo._fresh_folder(toy)


def test_looking_makes_no_gradebook(toy, run):
    run("build")
    for words in (["feedback", "T1"], ["report"], ["report", "--format", "csv"]):
        code, out, err = run(*words)
        assert (code, out) == (1, "") and err.startswith("autograder: there is no gradebook yet")
    assert not (toy.root / "gradebook.db").exists()


def test_a_report_goes_only_where_there_is_a_folder(toy, run):
    code, out, err = run("report", "-o", "nowhere/dir/x.csv")
    assert (code, out) == (1, "") and err.count("\n") == 1
    assert "there is no folder nowhere/dir; make it first" in err.replace("\\", "/")
    assert not (toy.root / "nowhere").exists()
    code, _, err = run("report", "-o", "course")
    assert code == 1 and "it is a folder; name a file in it" in err


def test_what_students_wrote_is_printed_as_written(capsys):
    said = [":x: [red]once[/red] \\", "two; then three."]
    table.show([verdict.Verdict(":x:", "T1", "graded", 10, 2.5, reasons=said)])
    out = capsys.readouterr().out
    assert ":x: [red]once[/red] \\. two; then three." in out and out.count(":x:") == 2


def test_reasons_are_joined_as_sentences():
    assert table.joined([]) == "" and table.joined(["a; b"]) == "a; b"
    assert table.joined(["a.", "b; c", "d."]) == "a. b; c. d."


def test_no_cell_of_an_export_is_a_formula():
    one = verdict.Verdict("=1", "T1", "graded", 9, 3, first_name="+2", last_name="@3", email="-4")
    one.reasons = ["=5", "b"]
    for make in export.FORMATS.values():
        text = export.to_csv(make([one], [Level("T1", "Toy", "toy", 9)]))
        cells = [cell for row in csv.reader(io.StringIO(text)) for cell in row]
        assert not [cell for cell in cells if cell[:1] in tuple("=+-@")]
        assert "'=1" in cells and "3" in cells


@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGINT for one process group")
def test_a_stopped_grading_says_so_and_keeps_what_is_finished(toy, run, wait_until):
    run("build")
    ready = (toy.root / "source/T1/toy.ipynb").read_text()
    endless = ready.replace("return scale * x", "while True: pass")
    assert endless != ready
    for name, notebook in (("ada", ready), ("bob", endless)):
        folder = toy.root / "submitted" / name / "T1"
        folder.mkdir(parents=True)
        (folder / "toy.ipynb").write_text(notebook)
    ada = toy.root / "autograded/ada/T1/toy.ipynb"
    command = [sys.executable, "-c", "from autograder.cli import main; main()", "grade", "T1"]
    pipe = subprocess.PIPE
    with subprocess.Popen(
        command, stdout=pipe, stderr=pipe, text=True, start_new_session=True
    ) as process:
        wait_until(lambda: ada.is_file())
        time.sleep(1)  # bob's code loops
        os.killpg(process.pid, signal.SIGINT)  # as the terminal does for Ctrl-C
        out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert err == "autograder: stopped; what was finished is kept.\n"
    code, out, _ = run("report", "--format", "csv")
    assert code == 0 and "T1,ada,,,,graded,10,10," in out and "T1,bob,,,,not graded,," in out


def test_lab_becomes_jupyterlab_at_the_start_page(toy, run, monkeypatch):
    started = []
    monkeypatch.setattr(os, "execv", lambda path, command: started.append((os.getcwd(), command)))
    monkeypatch.chdir(toy.root / "course")
    code, out, _ = run("lab", "--no-browser", "--port", "9999", "--", "--ServerApp.ip=::1", "-y")
    assert code == 0 and "copied release/T1/toy.ipynb to work/T1/toy.ipynb" in out
    ((folder, command),) = started
    assert folder == str(toy.root)
    assert command[:3] == [sys.executable, "-m", "jupyterlab"]
    assert f"--ServerApp.root_dir={toy.root}" in command
    assert "--LabApp.default_url=/lab/tree/notebooks/start.ipynb" in command
    assert {"--no-browser", "--port=9999", "--ServerApp.ip=::1", "-y"} <= set(command)
    root = hasattr(os, "geteuid") and os.geteuid() == 0
    assert ("--allow-root" in command) == root


def test_a_learners_repository_without_course_and_source_opens_too(tmp_path, run, monkeypatch):
    teacher = make_course(tmp_path)
    monkeypatch.chdir(tmp_path)
    run("build")
    for name in ("course", "source", "build"):
        rm(teacher.root / name) if name == "course" else (teacher.root / name).rename(
            tmp_path / f"gone-{name}"
        )
    started = []
    monkeypatch.setattr(os, "execv", lambda path, command: started.append(command))
    assert run("lab")[0] == 0 and len(started) == 1
    assert (tmp_path / "work/T1/toy.ipynb").is_file()


def test_grade_feedback_and_report_from_the_command_line(toy, run):
    run("build")
    folder = toy.root / "submitted/ada/T1"
    folder.mkdir(parents=True)
    (folder / "toy.ipynb").write_bytes((toy.root / "source/T1/toy.ipynb").read_bytes())
    code, out, err = run("grade", "T1")
    assert code == 0 and "ada" in out and "1 graded" in out
    assert "warning" not in (out + err).lower()
    assert "1 were graded already" in run("grade", "T1")[1]
    assert run("feedback", "T1")[:2] == (0, "1 pages in feedback/<student>/T1/\n")
    code, out, _ = run("report", "--format", "csv")
    assert code == 0 and out.splitlines()[1].startswith("T1,ada,,,,graded,10,10,,0,")
    target = toy.root / "grades.csv"
    assert run("report", "--format", "moodle", "-o", str(target))[0] == 0
    assert target.read_text().splitlines()[1] == "ada,,,,10,"
    code, _, err = run("report", "-o", str(toy.root / "gradebook.db" / "x.csv"))
    assert code == 1 and "there is no folder" in err and err.count("\n") == 1
    code, out, _ = run("report")
    assert code == 0 and "ada" in out
    (folder / "toy.ipynb").write_text("nonsense")
    code, out, _ = run("grade", "T1", "--force")
    assert code == 1 and "1 failed" in out
    code, _, err = run("grade", "T1", "--student", "bob")
    assert code == 1 and "there are: ada" in err
