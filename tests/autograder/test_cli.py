"""The command: what it says, its exit codes, and that a user's mistake is one line."""

import os
import subprocess
import sys

import pytest

from autograder import cli

from .conftest import make_course


@pytest.fixture
def run(monkeypatch, capsys):
    """run("build", "--check") -> (exit code, stdout, stderr)."""

    def call(*words):
        monkeypatch.setattr(sys, "argv", ["autograder", *words])
        with pytest.raises(SystemExit) as ended:
            cli.main()
            raise SystemExit(0)
        out, err = capsys.readouterr()
        return ended.value.code or 0, out, err

    return call


def test_help_needs_nothing_heavy():
    heavy = {"nbgrader", "jupytext", "numpy", "nbformat", "shardlab", "rich"}
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
    assert code == 0 and "1/1 ada: graded 10 of 10" in out and "1 graded" in out
    assert "warning" not in (out + err).lower()
    assert run("feedback", "T1")[:2] == (0, "1 pages in feedback/<student>/T1/\n")
    code, out, _ = run("report", "--format", "csv")
    assert code == 0 and out.splitlines()[1].startswith("T1,ada,,,,graded,10,10,,0,")
    target = toy.root / "grades.csv"
    assert run("report", "--format", "moodle", "-o", str(target))[0] == 0
    assert target.read_text().splitlines()[1] == "ada,,,,10,"
    code, _, err = run("report", "-o", str(toy.root / "gradebook.db" / "x.csv"))
    assert code == 1 and "can't write" in err and err.count("\n") == 1
    code, out, _ = run("report")
    assert code == 0 and "ada" in out
    (folder / "toy.ipynb").write_text("nonsense")
    code, out, _ = run("grade", "T1", "--force")
    assert code == 1 and "1 failed" in out
    code, _, err = run("grade", "T1", "--student", "bob")
    assert code == 1 and "there are: ada" in err
