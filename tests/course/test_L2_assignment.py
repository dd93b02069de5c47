"""Laws that the L2 assignment keeps, read from its notebook: complete, fair to read, nothing leaks.

That right answers pass and wrong ones are caught with their names is the job of
`autograder prove`; here the answers are only held to their form.
"""

import re
from pathlib import Path

import nbformat
import pytest

ROOT = Path(__file__).resolve().parents[2]
LEVEL = ROOT / "course" / "L2"
SYLLABUS = ("MP-2.1 MP-2.2 MP-2.3 DT-2.1 DT-2.2 DT-2.3 WE-1 WE-2 WE-4 WE-5 ERR-6 ERR-9").split()
CODE = {
    "split_columns": "W, n",
    "split_rows": "W, n",
    "pad_columns": "W, n",
    "unpad_columns": "padded, d_out",
    "column_parallel_forward": "X, W_shards",
    "row_parallel_forward": "X_shards, W_shards",
    "bubble_fraction": "D, M",
    "accumulation_steps": "B, b, k",
    "effective_batch": "b, k, a",
    "speedup": "T_compute, k, T_comm",
}
# what a message says when it knows no cause
GENERAL = ("elements are wrong", "has shape", "work a small case", "neither rows nor columns")
HIDDEN = re.compile(r"### BEGIN HIDDEN TESTS\n(.*?)### END HIDDEN TESTS", re.DOTALL)


def read(folder):
    return nbformat.read(ROOT / folder / "L2" / "L2_application.ipynb", as_version=4).cells


SOURCE, RELEASE = read("source"), read("release")


def role(cell):
    return cell.metadata.get("nbgrader", {})


def exercises():
    return [role(c)["grade_id"] for c in SOURCE if role(c).get("solution")]


def cell(cells, grade_id):
    return next(c for c in cells if role(c).get("grade_id") == grade_id)


def checks_of(name, cells=SOURCE):
    ids = (f"test_{name}", f"test_{name}_2")
    return [c for c in cells if role(c).get("grade_id") in ids]


def visible(source):
    return [line for line in HIDDEN.sub("", source).splitlines() if not line.startswith("#")]


def test_every_row_of_the_syllabus_is_covered():
    covered = {row for c in SOURCE for row in c.metadata.get("covers", [])}
    assert covered == set(SYLLABUS)


def test_the_points_sum_to_100():
    assert sum(role(c).get("points") or 0 for c in SOURCE) == 100


@pytest.mark.parametrize("name", exercises())
def test_an_exercise_has_a_statement_a_visible_test_and_a_hidden_one(name):
    at = SOURCE.index(cell(SOURCE, name))
    assert any(c.cell_type == "markdown" for c in SOURCE[max(0, at - 3) : at])
    text = "\n".join(c.source for c in checks_of(name))
    assert visible(checks_of(name)[0].source)
    assert sum(map(len, HIDDEN.findall(text))) > 0
    assert "assert_" in HIDDEN.search(text)[1]
    assert all(role(c)["points"] > 0 for c in checks_of(name))
    assert SOURCE[at].metadata["covers"]


@pytest.mark.parametrize("name", CODE)
def test_a_code_exercise_keeps_signature_and_docstring_in_the_release(name):
    released = cell(RELEASE, name).source
    assert released.startswith(f'def {name}({CODE[name]}):\n    """')
    assert "raise NotImplementedError" in released
    assert len(checks_of(name)) == 2


@pytest.mark.parametrize("name", [name for name in exercises() if name not in CODE])
def test_a_short_answer_starts_as_names_with_dots(name):
    released = cell(RELEASE, name).source
    names = re.findall(r"^(\w+) = \.\.\.", released, flags=re.MULTILINE)
    tested = HIDDEN.sub("", checks_of(name)[0].source)
    assert names and all(re.search(rf"\b{n}\b", tested) for n in names)
    assert "raise" not in released  # the dots are the stub: filled in, nothing is left to delete
    assert tested.rstrip().endswith(
        'print("The form is right. The value is checked after you submit.")'
    )
    values = re.findall(r"^(\w+) = ", cell(SOURCE, name).source.split("SOLUTION")[1], re.MULTILINE)
    assert values == names


def test_nothing_hidden_is_in_the_release():
    released = "\n".join(c.source for c in RELEASE)
    assert "HIDDEN" not in released and "BEGIN SOLUTION" not in released
    shown = {line.strip() for line in released.splitlines()}
    hidden = {
        line.strip() for c in SOURCE for b in HIDDEN.findall(c.source) for line in b.split("\n")
    }
    with_numbers = {line for line in hidden if re.search(r"\d", line)}
    assert len(with_numbers) > 100 and not with_numbers & shown


def test_hidden_tests_use_other_numbers_than_the_visible_ones():
    seeds = {True: set(), False: set()}
    for c in SOURCE:
        for block in HIDDEN.findall(c.source):
            seeds[True] |= set(re.findall(r"default_rng\((\d+)\)", block))
        seeds[False] |= set(re.findall(r"default_rng\((\d+)\)", HIDDEN.sub("", c.source)))
    assert len(seeds[True]) >= 6 and not seeds[True] & seeds[False]


@pytest.mark.parametrize("name", exercises())
def test_each_graded_cell_fails_on_the_stub_even_without_its_hidden_tests(name):
    cells = [cell(RELEASE, "imports"), cell(RELEASE, name), *checks_of(name, RELEASE)]
    names = {}
    for c in cells[:2]:
        exec(c.source, names)
    for c in cells[2:]:
        with pytest.raises((AssertionError, NotImplementedError)):
            exec(c.source, names)


def test_the_release_carries_no_output():
    assert all(not c.outputs for c in RELEASE + SOURCE if c.cell_type == "code")


@pytest.mark.parametrize("name", exercises())
def test_each_test_cell_asserts_through_shardlab_testing(name):
    for c in checks_of(name):
        assert re.search(r"\bassert_\w+\(", c.source)
        assert not re.search(r"^\s*assert\b", c.source, re.MULTILINE)  # would say nothing


# --- how it reads --------------------------------------------------------------------------------


def test_no_cell_is_longer_than_15_lines_solutions_aside():
    long = [
        (role(c).get("grade_id"), len(lines))
        for c in SOURCE
        if c.cell_type == "code" and not role(c).get("solution")
        if len(lines := [x for x in c.source.splitlines() if not x.startswith("###")]) > 15
    ]
    assert long == []


def words(markdown):
    """What is read before doing: hints are folded away."""
    text = re.sub(r"<details>.*?</details>", "", markdown, flags=re.DOTALL)
    return len(re.findall(r"[^\s|#*`-]+", text))


def test_at_most_150_words_between_two_things_to_do():
    run = 0
    for c in RELEASE:
        run = run + words(c.source) if c.cell_type == "markdown" else 0
        assert run <= 150, c.source[:60]


def test_sections_are_numbered_and_name_a_section_of_the_lesson():
    lesson = (LEVEL / "lesson.md").read_text(encoding="utf-8")
    text = "\n".join(c.source for c in RELEASE if c.cell_type == "markdown")
    numbers = re.findall(r"^## (\d+) · ", text, re.MULTILINE)
    assert numbers == [str(i) for i in range(1, len(numbers) + 1)]
    pointers = re.findall(r"^\*Lesson, section (\d): (.*)\.\*$", text, re.MULTILINE)
    assert len(pointers) == len(numbers)
    for number, title in pointers:
        assert f"## {number} · {title}\n" in lesson


# --- the answers ---------------------------------------------------------------------------------


def answers(kind, name):
    return sorted((LEVEL / "answers" / kind).glob(f"{name}__*.py"))


@pytest.mark.parametrize("name", exercises())
def test_each_exercise_has_right_and_wrong_answers_that_differ(name):
    right, wrong = answers("right", name), answers("wrong", name)
    assert len(right) >= 2 and len(wrong) >= 4
    bodies = {re.sub(r"^#.*\n", "", p.read_text(encoding="utf-8")).strip() for p in right + wrong}
    assert len(bodies) == len(right) + len(wrong)


@pytest.mark.parametrize("name", exercises())
def test_wrong_answers_ask_for_a_cause_and_rarely_for_the_same_one(name):
    phrases = [p.read_text(encoding="utf-8").splitlines()[0] for p in answers("wrong", name)]
    assert all(p.startswith("# diagnosis: ") for p in phrases)
    assert not [p for p in phrases if any(general in p for general in GENERAL)]
    assert len(set(phrases)) >= 4


@pytest.mark.parametrize("name", CODE)
def test_a_wrong_function_does_not_pass_the_visible_checks_in_silence(name):
    given = {}
    exec(cell(RELEASE, "imports").source, given)
    for path in answers("wrong", name):
        names, failed = dict(given), 0
        exec(path.read_text(encoding="utf-8"), names)
        for c in checks_of(name, RELEASE):
            try:
                exec(c.source, names)
            except AssertionError:
                failed += 1
        assert failed, path.name


def test_every_answer_belongs_to_an_exercise():
    for path in (LEVEL / "answers").glob("*/*"):
        assert path.stem.split("__")[0] in exercises(), path.name
