"""Laws that each assignment keeps, read from its notebook: complete, fair to read, nothing leaks.

That right answers pass and wrong ones are caught with their names is the job of
`autograder prove`; here the answers are only held to their form.
"""

import json
import re
from contextlib import suppress
from statistics import median

import nbformat
import pytest

from autograder import course
from autograder.judge import judge
from autograder.judgement import Job

from .levels import COURSE, LEVELS, ROOT, assignment, grade_id, role, words
from .syllabus import ASKED

# what a message says when it knows no cause
GENERAL = ("elements are wrong", "has shape", "work a small case", "neither rows nor columns")
HIDDEN = re.compile(r"### BEGIN HIDDEN TESTS\n(.*?)### END HIDDEN TESTS", re.DOTALL)
FORM = 'print("The form is right. The value is checked after you submit.")'

every_level = pytest.mark.parametrize("level", LEVELS)


def is_written(cell):
    return role(cell).get("solution") and role(cell).get("grade")


def solutions(level):
    """The cells to be filled in that tests look at."""
    cells = assignment(level, "source")
    return [cell for cell in cells if role(cell).get("solution") and not is_written(cell)]


def is_code(cell):
    return re.search(r"^def ", cell.source, re.MULTILINE) is not None


EXERCISES = [(level, grade_id(cell)) for level in LEVELS for cell in solutions(level)]
CODE = [(level, grade_id(c)) for level in LEVELS for c in solutions(level) if is_code(c)]
VALUES = [exercise for exercise in EXERCISES if exercise not in CODE]
every_exercise = pytest.mark.parametrize(("level", "name"), EXERCISES)


def cell_of(level, folder, name):
    return next(c for c in assignment(level, folder) if grade_id(c) == name)


def checks_of(level, name, folder="source"):
    """Its test cells: test_<name>, test_<name>_2, …"""
    ids = re.compile(rf"test_{name}(_\d+)?")
    return [c for c in assignment(level, folder) if ids.fullmatch(grade_id(c) or "")]


def visible(source):
    lines = HIDDEN.sub("", source).splitlines()
    return [line for line in lines if line.strip() and not line.startswith("#")]


@every_level
def test_every_question_of_the_syllabus_is_asked(level):
    covered = {row for c in assignment(level, "source") for row in c.metadata.get("covers", [])}
    assert set(ASKED[level]) <= covered


@every_level
def test_the_points_sum_to_those_of_the_level(level):
    points = [role(c).get("points") or 0 for c in assignment(level, "source")]
    assert sum(points) == COURSE["levels"][level]["points"] == 100


@every_exercise
def test_an_exercise_has_a_statement_a_visible_test_and_a_hidden_one(level, name):
    cells, checks = assignment(level, "source"), checks_of(level, name)
    at = cells.index(cell_of(level, "source", name))
    assert any(c.cell_type == "markdown" for c in cells[max(0, at - 3) : at])
    text = "\n".join(c.source for c in checks)
    assert visible(checks[0].source)
    assert "assert_" in HIDDEN.search(text)[1]
    assert cells[at].metadata["covers"]


@pytest.mark.parametrize(("level", "name"), CODE)
def test_a_code_exercise_keeps_signature_and_docstring_in_the_release(level, name):
    released = cell_of(level, "release", name).source
    given = cell_of(level, "source", name).source
    for signature in re.findall(r"^def .*?:\n    \"\"\"", given, re.MULTILINE | re.DOTALL):
        assert signature in released
    assert f"def {name}(" in released and '"""' in released
    assert "raise NotImplementedError" in released
    assert len(checks_of(level, name)) >= 2


@pytest.mark.parametrize(("level", "name"), VALUES)
def test_a_short_answer_starts_as_names_with_dots(level, name):
    released = cell_of(level, "release", name).source
    names = re.findall(r"^(\w+) = \.\.\.", released, flags=re.MULTILINE)
    tested = [HIDDEN.sub("", check.source).rstrip() for check in checks_of(level, name)]
    assert names and all(re.search(rf"\b{n}\b", "\n".join(tested)) for n in names)
    assert "raise" not in released  # the dots are the stub: filled in, nothing is left to delete
    assert all(check.endswith(FORM) for check in tested)
    solved = cell_of(level, "source", name).source.split("SOLUTION")[1]
    assert set(names) <= set(re.findall(r"^(\w+) = ", solved, re.MULTILINE))


@every_level
def test_nothing_hidden_is_in_the_release(level):
    cells = assignment(level, "source")
    released = "\n".join(c.source for c in assignment(level, "release"))
    assert not re.search("HIDDEN|BEGIN SOLUTION|MARK SCHEME", released)
    shown = {line.strip() for line in released.splitlines()}
    hidden = {
        line.strip() for c in cells for b in HIDDEN.findall(c.source) for line in b.split("\n")
    }
    with_numbers = {line for line in hidden if re.search(r"\d", line)}
    assert len(with_numbers) > 50 and not with_numbers & shown


@every_level
def test_hidden_tests_use_other_numbers_than_the_visible_ones(level):
    seeds = {True: set(), False: set()}
    for c in assignment(level, "source"):
        for block in HIDDEN.findall(c.source):
            seeds[True] |= set(re.findall(r"default_rng\((\d+)", block))
        seeds[False] |= set(re.findall(r"default_rng\((\d+)", HIDDEN.sub("", c.source)))
    assert len(seeds[True]) >= 2 and not seeds[True] & seeds[False]


@every_exercise
def test_each_graded_cell_fails_on_the_stub_even_without_its_hidden_tests(level, name):
    cells = assignment(level, "release")
    graded = checks_of(level, name, "release")
    names = {}
    for c in filter(is_given, cells[: cells.index(graded[0])]):
        with suppress(NameError, NotImplementedError):  # it uses what the learner writes
            exec(c.source, names)
    exec(cell_of(level, "release", name).source, names)
    for c in graded:
        with pytest.raises((AssertionError, NotImplementedError)):
            exec(c.source, names)


def is_given(cell):
    return cell.cell_type == "code" and role(cell).get("locked") and not role(cell).get("grade")


@every_level
def test_unsolved_it_earns_nothing_and_solved_full_marks(level):
    found = course.load(ROOT)
    entry = found.level(level)
    master = found.source(entry).read_text(encoding="utf-8")
    released = found.release(entry).read_text(encoding="utf-8")
    solved = judge(Job(master, master.encode(), released))
    unsolved = judge(Job(master, released.encode(), released))
    auto = [one for one in solved.cells if one.score is not None]
    assert sum(one.points for one in auto) >= 80
    assert [(one.name, one.reason) for one in auto if one.score != one.points] == []
    assert {one.name for one in unsolved.cells if one.score} == set()
    assert len(unsolved.cells) == len(solved.cells)


@every_level
def test_notebooks_carry_no_output(level):
    for folder in ("source", "release"):
        cells = assignment(level, folder)
        assert all(not c.outputs for c in cells if c.cell_type == "code")


@every_exercise
def test_each_test_cell_asserts_through_shardlab_testing(level, name):
    for c in checks_of(level, name):
        assert re.search(r"\bassert_\w+\(", c.source)
        assert not re.search(r"^\s*assert\b", c.source, re.MULTILINE)  # would say nothing


@every_level
def test_a_written_answer_has_a_mark_scheme_that_stays_with_the_grader(level):
    for c in assignment(level, "source"):
        if is_written(c):
            assert "BEGIN MARK SCHEME" in c.source and role(c)["points"] > 0
            scheme = c.source.split("BEGIN MARK SCHEME")[1].split("END MARK SCHEME")[0]
            assert len(re.findall(r"\b\d+\b", scheme)) >= 2  # points for what
            assert c.metadata["covers"]


# --- how it reads --------------------------------------------------------------------------------


@every_level
def test_no_cell_is_longer_than_15_lines_solutions_aside(level):
    lengths = {
        grade_id(c) or c.source: len([x for x in c.source.splitlines() if not x.startswith("###")])
        for c in assignment(level, "source")
        if c.cell_type == "code" and not role(c).get("solution")
    }
    print(f"{level}: cells of the assignment: median {median(lengths.values())} lines")
    assert {name: n for name, n in lengths.items() if n > 15} == {}


@every_level
def test_at_most_150_words_between_two_things_to_do(level):
    run = 0
    for c in assignment(level, "release"):
        run = run + words(c.source) if c.cell_type == "markdown" and not is_written(c) else 0
        assert run <= 150, c.source[:60]


@every_level
def test_sections_are_numbered_and_name_a_section_of_the_lesson(level):
    lesson = (ROOT / "course" / level / "lesson.md").read_text(encoding="utf-8")
    cells = assignment(level, "release")
    text = "\n".join(c.source for c in cells if c.cell_type == "markdown")
    numbers = re.findall(r"^## (\d+) · ", text, re.MULTILINE)
    assert numbers == [str(i) for i in range(1, len(numbers) + 1)]
    pointers = re.findall(r"^\*Lesson, section (\d+): (.*)\.\*$", text, re.MULTILINE)
    assert len(pointers) == len(numbers)
    for number, title in pointers:
        assert f"## {number} · {title}\n" in lesson, title


# --- the answers ---------------------------------------------------------------------------------


def answers(level, kind, name):
    return sorted((ROOT / "course" / level / "answers" / kind).glob(f"{name}__*.py"))


@every_exercise
def test_each_exercise_has_right_and_wrong_answers_that_differ(level, name):
    right, wrong = answers(level, "right", name), answers(level, "wrong", name)
    assert len(right) >= 2 and len(wrong) >= 4
    bodies = {re.sub(r"^#.*\n", "", p.read_text(encoding="utf-8")).strip() for p in right + wrong}
    assert len(bodies) == len(right) + len(wrong)


@every_exercise
def test_wrong_answers_ask_for_a_cause_and_rarely_for_the_same_one(level, name):
    wrong = answers(level, "wrong", name)
    phrases = [p.read_text(encoding="utf-8").splitlines()[0] for p in wrong]
    assert all(p.startswith("# diagnosis: ") for p in phrases)
    assert not [p for p in phrases if any(general in p for general in GENERAL)]
    assert len(set(phrases)) >= 3


@every_level
def test_every_answer_belongs_to_an_exercise(level):
    known = {name for at, name in EXERCISES if at == level}
    for path in (ROOT / "course" / level / "answers").glob("*/*"):
        assert path.stem.split("__")[0] in known, path.name


@every_level
def test_the_notebooks_are_valid(level):
    entry = COURSE["levels"][level]
    for folder in ("source", "release"):
        text = (ROOT / folder / level / f"{entry['notebook']}.ipynb").read_text(encoding="utf-8")
        nbformat.validate(json.loads(text))
