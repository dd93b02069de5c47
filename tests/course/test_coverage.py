"""Every row of the syllabus is somewhere in the course, and the course knows no other rows."""

import re
import tomllib
from collections import defaultdict

import jupytext
import pytest

# The rows of the syllabus that have an ID, by level; quiz items and flashcards are in CARDS.
ROWS = {
    "L1": "MP-1.1 MP-1.2 MP-1.3 DT-1.1 DT-1.2 DT-1.3 FIG-s01",
    "L2": "MP-2.1 MP-2.2 MP-2.3 DT-2.1 DT-2.2 DT-2.3 WE-1 WE-2 WE-4 WE-5 ERR-1 ERR-6 ERR-9",
    "L3": "MP-3.1 MP-3.2 MP-3.3 DT-3.1 DT-3.2 DT-3.3 WE-3 FIG-s02 FIG-s03 ERR-2 ERR-4 ERR-5",
    "L4": "MP-4.1 MP-4.2 DT-4.1 DT-4.2 DT-4.3 WE-6 WE-7 ERR-3 ERR-7 ERR-8 ERR-13",
    "L5": "MP-5.1 MP-5.2 DT-5.1 WE-8 ERR-10 ERR-11 ERR-12",
}
ROWS = {level: names.split() for level, names in ROWS.items()}
COUNTS = {"TF": 8, "SE": 6, "WHY": 6, "EDGE": 6}
QUIZ = [f"QB-{kind}{n}" for kind, last in COUNTS.items() for n in range(1, last + 1)]
QUIZ += [f"CL-{n}" for n in range(1, 11)]
# A card belongs to the level whose lesson gives the means to answer it.
CARDS = {
    "L1": "QB-TF1 QB-TF2 QB-EDGE5 CL-1",
    "L2": "QB-TF3 QB-TF4 QB-TF6 QB-SE1 QB-SE2 QB-SE4 QB-SE5 QB-WHY1 QB-WHY3 QB-WHY5 "
    "QB-EDGE1 QB-EDGE2 QB-EDGE3 CL-3 CL-6 CL-7",
    "L3": "QB-TF7 QB-SE3 QB-WHY2 CL-2",
    "L4": "QB-TF5 QB-TF8 QB-WHY4 QB-WHY6 QB-EDGE4 CL-4 CL-5 CL-8",
    "L5": "QB-SE6 QB-EDGE6 CL-9 CL-10",
}
CARDS = {level: names.split() for level, names in CARDS.items()}
KNOWN = {name for names in ROWS.values() for name in names} | set(QUIZ)


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


def written_levels(root):
    return [
        folder.name for folder in (root / "course").iterdir() if (folder / "lesson.md").exists()
    ]


def test_nothing_is_covered_that_the_syllabus_does_not_know(covers, cards):
    assert set(covers) <= KNOWN, f"unknown in `covers`: {sorted(set(covers) - KNOWN)}"
    assert set(cards) <= set(QUIZ), f"unknown in cards.toml: {sorted(set(cards) - set(QUIZ))}"


def test_every_row_of_a_written_level_is_covered(root, covers):
    levels = written_levels(root)
    assert "L2" in levels
    missing = {level: [name for name in ROWS[level] if name not in covers] for level in levels}
    assert not any(missing.values()), f"nothing covers {missing}"


def test_lesson_and_assignment_both_carry_the_rows_with_a_question(root, covers):
    for level in written_levels(root):
        if (root / "course" / level / "assignment.md").exists():
            for name in (name for name in ROWS[level] if name.startswith(("MP-", "DT-"))):
                assert {f"{level}/lesson.md", f"{level}/assignment.md"} <= set(covers[name]), name


def test_every_quiz_item_and_flashcard_is_a_card_of_its_level(cards):
    assert sorted(QUIZ) == sorted(name for names in CARDS.values() for name in names)
    by_level = {level: {n for n, c in cards.items() if c["level"] == level} for level in CARDS}
    assert by_level == {level: set(names) for level, names in CARDS.items()}
    assert sum(map(len, by_level.values())) == len(cards)


def test_every_card_of_a_written_level_is_in_its_lesson(root, cards):
    for level in written_levels(root):
        lesson = (root / "course" / level / "lesson.md").read_text(encoding="utf-8")
        shown = re.findall(r'"((?:QB|CL)-\w+)"', " ".join(re.findall(r"card\((.*?)\)", lesson)))
        assert sorted(shown) == sorted(n for n, card in cards.items() if card["level"] == level)


def test_the_text_uses_only_the_symbols_of_the_table(root):
    table = tomllib.loads((root / "course" / "symbols.toml").read_text(encoding="utf-8"))
    assert all(entry["meaning"] for entry in table.values())
    for text in (root / "course").glob("L*/*.md"):
        used = symbols(text.read_text(encoding="utf-8"))
        assert len(used) > 5
        assert used <= set(table), f"{text}: not in symbols.toml: {sorted(used - set(table))}"


def symbols(text):
    """The symbols in $…$, an index that is a number or a letter taken for i: W_0 is W_i."""
    prose = re.sub(r"```.*?```", "", text, flags=re.DOTALL)
    found = set()
    for formula in re.findall(r"\$+([^$]+)\$+", prose):
        plain = re.sub(r"\\mathrm\{\w+\}|\\[a-z]+", " ", formula.replace("\\infty", " "))
        plain = plain.replace("{", "").replace("}", "")
        for name in re.findall(r"[A-Za-zαβ]\d?(?:_\w+)?", plain):
            found.add(re.sub(r"_(\d+|n|N)$", "_i", name))
    return found


def test_symbols_are_found_in_formulas():
    text = "$W = [W_0 \\mid W_1]$, $d_{in}$ and $\\mathrm{relu}(X W1)$\n```\n$Q$\n```"
    assert symbols(text) == {"W", "W_i", "d_in", "X", "W1"}


def test_the_start_page_maps_all_levels_and_links_to_those_that_are_written(root):
    course = tomllib.loads((root / "course" / "course.toml").read_text(encoding="utf-8"))
    start = (root / "course" / "start.md").read_text(encoding="utf-8")
    for level, entry in course["levels"].items():
        (row,) = re.findall(rf"^\| \**{level} {entry['title']}\**.*$", start, flags=re.MULTILINE)
        assert entry["subtitle"] in row
        if level in written_levels(root):
            assert f"({entry['notebook']}.ipynb)" in row
            assert f"(../work/{level}/{entry['notebook']}.ipynb)" in row
        else:
            assert row.count("to come") == 2
