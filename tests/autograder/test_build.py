"""What `build` makes, what it leaves alone, and what it refuses."""

import os
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest

from autograder import build, course, lab, record
from autograder.course import Mistake
from autograder.front import Front

from .conftest import ASSIGNMENT, REPOSITORY, make_course

BUILT = [
    "notebooks/start.ipynb",
    "notebooks/toy.ipynb",
    "source/T1/toy.ipynb",
    "release/T1/toy.ipynb",
]


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """A toy course, built: a pattern to copy from."""
    found = make_course(tmp_path_factory.mktemp("built"))
    assert build.build(found) == [f"built {name}" for name in BUILT]
    return found


@pytest.fixture
def here(built, tmp_path, monkeypatch):
    """The built course in a folder of its own."""
    for path in sorted(built.root.rglob("*")):
        target = tmp_path / path.relative_to(built.root)
        if path.is_dir():
            target.mkdir(exist_ok=True)
        else:
            target.write_bytes(path.read_bytes())
            stamp = path.stat()
            os.utime(target, ns=(stamp.st_atime_ns, stamp.st_mtime_ns))
    monkeypatch.chdir(tmp_path)
    return course.load(tmp_path)


def contents(found):
    return {name: (found.root / name).read_bytes() for name in BUILT}


def edit(found, name, change):
    """Change a built notebook as a person would in JupyterLab."""
    path = found.root / name
    nb = nbformat.read(path, as_version=4)
    change(nb)
    nbformat.write(nb, path)


def rewrite(found, old, new, kind="assignment"):
    path = found.text(found.levels["T1"], kind)
    before = path.read_text()
    assert old in before
    path.write_text(before.replace(old, new))


def test_same_bytes_each_time(built, here):
    for name in BUILT:
        (here.root / name).unlink()
    build.build(here)
    assert contents(here) == contents(built)
    assert all(data.endswith(b"}\n") for data in contents(here).values())


def test_nothing_to_do_is_nothing_imported(here, monkeypatch):
    monkeypatch.setattr(build, "_front", lambda found: pytest.fail("nbgrader was started"))
    monkeypatch.setattr(build, "notebook_of", lambda *args: pytest.fail("a text was read"))
    assert build.build(here) == []


def test_only_what_is_out_of_step_is_built(here):
    (here.root / "source/T1/toy.ipynb").unlink()
    assert build.build(here) == ["built source/T1/toy.ipynb"]
    rewrite(here, "1 + 1", "1 + 2", "lesson")
    assert build.build(here) == ["built notebooks/toy.ipynb"]
    (here.root / "release/T1/toy.ipynb").write_text("{}")
    assert build.build(here) == ["built release/T1/toy.ipynb"]
    rewrite(here, "Double a number.", "Double it.")
    assert build.build(here) == [f"built {name}" for name in BUILT[2:]]


def test_a_clone_without_a_record_is_in_step(here):
    record.Record(here).path.unlink()
    before = contents(here)
    assert build.check(here) == []
    assert build.build(here) == []
    assert contents(here) == before


def test_check_names_each_file_out_of_step(here):
    (here.root / "notebooks/start.ipynb").unlink()
    rewrite(here, "Double a number.", "Double it.")
    (here.root / "release/T1/old.ipynb").write_text("{}")
    (here.root / "notebooks/mine.ipynb").write_text("{}")
    said = build.check(here)
    assert [line.split()[0] for line in said] == [
        "notebooks/start.ipynb",
        "source/T1/toy.ipynb",
        "release/T1/toy.ipynb",
        "notebooks/mine.ipynb",
        "release/T1/old.ipynb",
    ]
    assert (here.root / "notebooks/mine.ipynb").exists()


def test_release_holds_no_answer(built):
    released = (built.root / "release/T1/toy.ipynb").read_text()
    assert "secret_input" not in released and "scale * x" not in released
    assert "BEGIN" not in released and "NotImplementedError" in released
    nbformat.validate(nbformat.reads(released, as_version=4))


def test_plain_nbgrader_makes_the_same_release_without_an_activated_venv(here):
    before = contents(here)
    command = Path(sys.executable).with_name("nbgrader")
    (here.root / "release/T1/toy.ipynb").unlink()
    done = subprocess.run(
        [command, "generate_assignment", "T1"],
        cwd=here.root,
        env={"PATH": "/usr/bin:/bin", "HOME": str(here.root)},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    assert contents(here) == before
    with Front(here.root).gradebook() as gradebook:
        assignment = gradebook.find_assignment("T1")
        assert f"{assignment.duedate:%Y-%m-%d %H:%M}" == "2027-02-15 23:59"
        assert assignment.max_score == 10


def test_an_edited_notebook_is_never_overwritten(here):
    edit(here, "source/T1/toy.ipynb", lambda nb: nb.cells[2].update(source="Twice a number."))
    before = contents(here)
    rewrite(here, "1 + 1", "1 + 2", "lesson")
    with pytest.raises(Mistake, match=r"source/T1/toy\.ipynb was edited") as caught:
        build.build(here)
    assert "--from-notebooks" in str(caught.value)
    after = contents(here)
    assert after["source/T1/toy.ipynb"] == before["source/T1/toy.ipynb"]
    assert after["notebooks/toy.ipynb"] != before["notebooks/toy.ipynb"]  # the rest was built
    with pytest.raises(Mistake):
        build.build(here)


def test_an_edited_notebook_comes_back_into_the_text(here):
    def change(nb):
        nb.cells[2].source = "Twice a number."
        new = nbformat.v4.new_code_cell("assert double(0) == 0")
        role = {"grade": True, "grade_id": "cell-1f", "locked": True, "points": 1}
        new.metadata["nbgrader"] = role | {"schema_version": 3, "solution": False, "task": False}
        nb.cells.insert(5, new)
        nb.cells[4].metadata["nbgrader"]["points"] = 3
        nb.cells[1].outputs = [nbformat.v4.new_output("stream", text="hello")]

    edit(here, "source/T1/toy.ipynb", change)
    said = build.from_notebooks(here)
    assert said[0] == "wrote course/T1/assignment.md"
    new = here.text(here.levels["T1"], "assignment").read_text()
    assert "Twice a number." in new and "grade_id: cell-1f" in new and "hello" not in new
    assert ":test: double\n:points: 3" in new
    assert build.check(here) == []
    assert build.from_notebooks(here) == []


def test_notebooks_run_but_not_edited_leave_the_text_alone(here):
    def run(nb):
        nb.cells[1].outputs = [nbformat.v4.new_output("stream", text="hello")]
        nb.cells[1].execution_count = 3
        nb.metadata["language_info"] = {"name": "python", "version": "3.99"}

    before = contents(here)
    edit(here, "notebooks/toy.ipynb", run)
    assert build.from_notebooks(here) == ["built notebooks/toy.ipynb"]
    assert contents(here) == before


def test_text_changed_after_the_build_is_not_undone_by_the_notebook(here):
    rewrite(here, "Double a number.", "Double it.")
    build.from_notebooks(here)
    assert "Double it." in here.text(here.levels["T1"], "assignment").read_text()
    assert b"Double it." in contents(here)["source/T1/toy.ipynb"]


def test_both_changed_is_for_a_person_to_settle(here):
    rewrite(here, "Double a number.", "Double it.")
    edit(here, "source/T1/toy.ipynb", lambda nb: nb.cells[2].update(source="Twice a number."))
    before, text = contents(here), here.text(here.levels["T1"], "assignment").read_text()
    with pytest.raises(Mistake, match="were both changed"):
        build.from_notebooks(here)
    assert contents(here) == before
    assert here.text(here.levels["T1"], "assignment").read_text() == text


def test_a_new_level_can_start_as_a_notebook(here):
    path = here.root / "source/T9/later.ipynb"
    path.parent.mkdir(parents=True)
    cell = nbformat.v4.new_markdown_cell("# Later")
    role = {"grade": True, "grade_id": "essay", "locked": False, "points": 100, "solution": True}
    cell.metadata["nbgrader"] = role | {"schema_version": 3, "task": False}
    nbformat.write(nbformat.v4.new_notebook(cells=[cell]), path)
    assert "wrote course/T9/assignment.md" in build.from_notebooks(here)
    assert (
        '+++ {"written": "essay", "points": 100}'
        in (here.root / "course/T9/assignment.md").read_text()
    )


def test_nothing_is_written_when_one_text_is_wrong(here):
    rewrite(here, "1 + 1", "1 + 2", "lesson")
    rewrite(here, ":points: 4", ":points: 5")
    before = contents(here)
    with pytest.raises(Mistake, match="sum to 11"):
        build.build(here)
    assert contents(here) == before


@pytest.mark.parametrize("name", ["notebooks/toy.ipynb", "source/T1/toy.ipynb"])
@pytest.mark.parametrize("wrong", ['{"cells": [', "{}", '{"cells": 3, "nbformat": 4}'])
def test_a_corrupt_notebook_is_named_with_a_remedy_that_helps(here, name, wrong):
    before = contents(here)
    (here.root / name).write_text(wrong)
    for command in (build.build, build.from_notebooks):
        with pytest.raises(Mistake) as caught:
            command(here)
        said = str(caught.value)
        assert said.startswith(f"{name} is not a notebook that can be read")
        assert said.endswith("or delete it and build again.")
    assert build.check(here) == [said]
    (here.root / name).unlink()
    build.build(here)
    assert contents(here) == before


def test_a_lost_text_is_to_be_restored_before_anything_is_deleted(here):
    (here.root / "course/start.md").unlink()
    (here.root / "course/T1/assignment.md").unlink()
    start, release, source = build.check(here)
    assert build.build(here) == [] and build.warnings(here) == [start, release, source]
    for line, text in ((start, "start.md"), (source, "T1/assignment.md")):
        assert f"restore course/{text}, or run `autograder build --from-notebooks`;" in line
    assert "restore course/T1/assignment.md;" in release
    assert all(line.index("restore") < line.index("delete") for line in (start, source, release))
    said = build.from_notebooks(here)
    assert {"wrote course/start.md", "wrote course/T1/assignment.md"} <= set(said)
    assert build.check(here) == []


def test_a_folder_in_a_texts_place_is_a_mistake(here):
    text = here.root / "course/T1/assignment.md"
    text.unlink()
    text.mkdir()
    before = contents(here)
    for command in (build.build, build.check, build.from_notebooks):
        with pytest.raises(Mistake, match=r"^course/T1/assignment\.md is a folder where a text"):
            command(here)
    assert contents(here) == before


@pytest.mark.parametrize("name", ["notebooks", "source", "release/T1", "build"])
def test_a_file_in_a_folders_place_is_named_before_anything_is_written(toy, name):
    path = toy.root / name
    path.parent.mkdir(exist_ok=True)
    path.write_text("")
    there = sorted(toy.root.rglob("*"))
    with pytest.raises(Mistake, match=f"^{name} is a file where a folder is needed: move it"):
        build.build(toy)
    assert sorted(toy.root.rglob("*")) == there


def test_a_folder_in_a_notebooks_place_is_named(here):
    (here.root / "release/T1/toy.ipynb").unlink()
    (here.root / "release/T1/toy.ipynb").mkdir()
    with pytest.raises(Mistake, match=r"^release/T1/toy\.ipynb is a folder where a file"):
        build.build(here)


def test_lab_leaves_a_learners_lesson_and_work_alone(here):
    first = lab.prepare(here.root)
    assert "copied release/T1/toy.ipynb to work/T1/toy.ipynb" in first
    assert any("fresh copy" in line for line in first)
    mine = here.root / "work/T1/toy.ipynb"
    mine.write_text("my answers")
    edit(here, "notebooks/toy.ipynb", lambda nb: nb.cells[1].update(source="1 + 100"))
    edit(here, "notebooks/start.ipynb", lambda nb: nb.metadata.update(language_info={"name": "x"}))
    before = contents(here)
    (here.root / "release/T1/toy.ipynb").unlink()
    assert lab.prepare(here.root) == ["built release/T1/toy.ipynb"]
    assert contents(here) == before
    assert mine.read_text() == "my answers"
    assert lab.prepare(here.root) == []
    with pytest.raises(Mistake, match="was edited"):  # an instructor is still told
        build.build(here)


@pytest.mark.parametrize(
    "old, new, why",
    [
        (":solution: square", ":solution: double", "'double' is taken"),
        (":test: square\n:points: 3\n\nassert", ":test: cube\n:points: 3\n\nassert", "'cube'"),
        (":points: 4\n", "", "needs points"),
        (":points: 4", ":points: -4", "not -4"),
        (":points: 4", ":points: four", "not 'four'"),
        (":points: 4", ":points: .nan", "not nan"),
        (":points: 4", ":points: 4.5", "sum to 10.5, but course/course.toml gives T1 10"),
        (":given: setup", ":gven: setup", "unknown option 'gven'"),
        ("    ### END SOLUTION\n```\n\n```{code-cell}\n:test: double", "```\n\n```{code-cell}\n"
         ":test: double", "without its END SOLUTION"),
        ("scale = 2", "### BEGIN HIDDEN TESTS\n### END HIDDEN TESTS", "belongs in a :test:"),
        ("```{code-cell}\n:solution: square", "+++ {not json}\n\n```{code-cell}\n:solution: square",
         "could not be read"),
    ],
)  # fmt: skip
def test_a_breach_of_the_rules_is_one_sentence_with_its_line(tmp_path, old, new, why):
    assert old in ASSIGNMENT
    found = make_course(tmp_path, ASSIGNMENT.replace(old, new, 1))
    with pytest.raises(Mistake, match=r"^course/T1/assignment\.md") as caught:
        build.build(found)
    assert why in str(caught.value) and "\n" not in str(caught.value)
    assert not (tmp_path / "source").exists()


def test_a_lesson_has_no_graded_cells_and_a_folder_needs_a_level(tmp_path):
    found = make_course(tmp_path, lesson=ASSIGNMENT)
    with pytest.raises(Mistake, match=r"lesson\.md, line \d+: a lesson has no graded cells"):
        build.build(found)
    (tmp_path / "course/T1").rename(tmp_path / "course/T2")
    with pytest.raises(Mistake, match=r"course/T2/lesson\.md: no level 'T2'"):
        build.build(found)


def test_the_built_course_of_this_repository_is_in_step():
    assert build.check(course.load(REPOSITORY)) == []


def test_a_lesson_that_was_run_is_in_step(tmp_path):
    found = make_course(tmp_path, lesson="# Lesson\n\n```{code-cell}\n1 + 1\n```\n")
    build.build(found)
    path = found.lesson(found.levels["T1"])
    nb = nbformat.read(path, as_version=4)
    (cell,) = [cell for cell in nb.cells if cell.cell_type == "code"]
    cell.execution_count = 1
    cell.outputs = [nbformat.v4.new_output("stream", text="2")]
    nb.metadata["language_info"] = {"name": "python"}
    nbformat.write(nb, path)
    assert build.check(found) == []
    cell.source = "1 + 2"
    nbformat.write(nb, path)
    assert len(build.check(found)) == 1
