"""Every row of the syllabus is somewhere in the course, and the course knows no other rows."""

import re
import tomllib
from collections import defaultdict

import jupytext
import pytest

from .levels import LEVELS
from .syllabus import CARDS, ROWS

QUIZ = {name for names in CARDS.values() for name in names}
KNOWN = {name for names in ROWS.values() for name in names} | QUIZ


@pytest.fixture(scope="module")
def cards(root):
    return tomllib.loads((root / "course" / "cards.toml").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def covers(root):
    """Where each ID is covered: {ID: ["L2/lesson.md", …]}."""
    where = defaultdict(list)
    for text in sorted((root / "course").glob("*/*.md")):
        for cell in jupytext.read(text).cells:
            for name in cell.metadata.get("covers", []):
                where[name].append(f"{text.parent.name}/{text.name}")
    return where


def test_nothing_is_covered_that_the_syllabus_does_not_know(covers, cards):
    assert set(covers) <= KNOWN, f"unknown in `covers`: {sorted(set(covers) - KNOWN)}"
    assert set(cards) <= QUIZ, f"unknown in cards.toml: {sorted(set(cards) - QUIZ)}"


@pytest.mark.parametrize("level", LEVELS)
def test_every_row_of_a_level_is_covered_in_its_own_texts(covers, level):
    missing = [
        name for name in ROWS[level] if not any(w.startswith(level) for w in covers.get(name, []))
    ]
    assert not missing, f"nothing in {level} covers {missing}"


@pytest.mark.parametrize("level", LEVELS)
def test_lesson_and_assignment_both_carry_the_rows_with_a_question(covers, level):
    for name in (name for name in ROWS[level] if name.startswith(("MP-", "DT-"))):
        assert {f"{level}/lesson.md", f"{level}/assignment.md"} <= set(covers[name]), name


def test_every_quiz_item_and_flashcard_is_a_card_of_its_level(cards):
    by_level = {level: {n for n, c in cards.items() if c["level"] == level} for level in CARDS}
    assert by_level == {level: set(names) for level, names in CARDS.items()}
    assert sum(map(len, by_level.values())) == len(cards)


def test_the_syllabus_asks_26_questions_and_has_10_flashcards():
    assert len(QUIZ) == sum(map(len, CARDS.values())) == 36
    assert sum(name.startswith("QB-") for name in QUIZ) == 26


@pytest.mark.parametrize("level", LEVELS)
def test_every_card_of_a_level_is_in_its_lesson_once(root, level):
    lesson = (root / "course" / level / "lesson.md").read_text(encoding="utf-8")
    shown = re.findall(r'"((?:QB|CL)-\w+)"', " ".join(re.findall(r"card\((.*?)\)", lesson, re.S)))
    assert sorted(shown) == sorted(CARDS[level])


def test_the_text_uses_only_the_symbols_of_the_table(root):
    table = tomllib.loads((root / "course" / "symbols.toml").read_text(encoding="utf-8"))
    assert all(entry["meaning"] for entry in table.values())
    for text in (root / "course").glob("L*/*.md"):
        used = symbols(text.read_text(encoding="utf-8"))
        assert len(used) > 5
        assert used <= set(table), f"{text}: not in symbols.toml: {sorted(used - set(table))}"


def symbols(text):
    """The symbols in $…$, an index that is a number or a letter taken for i: W_0 is W_i. That of
    θ is a time: θ_0 is θ_t."""
    prose = re.sub(r"```.*?```", "", text, flags=re.DOTALL)
    found = set()
    for formula in re.findall(r"\$+([^$]+)\$+", prose):
        formula = re.sub(r"\^\{?(\\top|T)\b\}?", " ", formula)  # transposed
        for greek, letter in (("theta", "θ"), ("eta", "η"), ("alpha", "α"), ("beta", "β")):
            formula = re.sub(rf"\\{greek}(?![a-z])", letter, formula)
        plain = re.sub(r"\\(?:math|operator|text)\w*\{[^{}]*\}|\\[A-Za-z]+", " ", formula)
        plain = plain.replace("{", "").replace("}", "")
        for name in re.findall(r"[A-Za-zαβθη]\d?(?:_\w+)?", plain):
            found.add(re.sub(r"_(\d+|n|N)$", "_t" if name[0] == "θ" else "_i", name))
    return found


def test_symbols_are_found_in_formulas():
    text = "$W = [W_0 \\mid W_1]$, $d_{in}$ and $\\mathrm{relu}(X W1)$\n```\n$Q$\n```"
    assert symbols(text) == {"W", "W_i", "d_in", "X", "W1"}
    assert symbols("$\\theta_0$, $\\theta_{t+5}$") == {"θ_t"}


def test_the_start_page_maps_all_levels_and_links_to_those_that_are_written(root):
    course = tomllib.loads((root / "course" / "course.toml").read_text(encoding="utf-8"))
    start = (root / "course" / "start.md").read_text(encoding="utf-8")
    for level, entry in course["levels"].items():
        (row,) = re.findall(rf"^\| \**{level} {entry['title']}\**.*$", start, flags=re.MULTILINE)
        assert entry["subtitle"] in row
        if level in LEVELS:
            assert f"({entry['notebook']}.ipynb)" in row
            assert f"(../work/{level}/{entry['notebook']}.ipynb)" in row
        else:
            assert row.count("to come") == 2
