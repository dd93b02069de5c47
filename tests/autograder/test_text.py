"""Text and notebook are two forms of one thing: nothing is lost between them."""

import nbformat
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from autograder import text
from autograder.course import Mistake

from .conftest import ASSIGNMENT

WORDS = st.text("abc xyz_-.,é→𝄞'\"#`{}[]:|\\*<>&%$", min_size=1, max_size=12)
LINES = st.one_of(
    WORDS,
    st.sampled_from(
        [
            "",
            "   ",
            "# title",
            "---",
            "```",
            "```python",
            "````",
            "~~~",
            "+++",
            '+++ {"a": 1}',
            ":tags: [x]",
            "  :a: 1",
            "```{code-cell}",
            "- item",
            "    indented",
            "<!-- open",
            "<div>",
            "$$",
            "%%bash",
            "x = '''",
            "| a | b |",
            "[a]: http://b",
            "> quote",
            "\x0c",
        ]
    ),
)
SOURCES = st.lists(LINES, max_size=6).map("\n".join)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | WORDS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(WORDS, inner, max_size=3),
    max_leaves=5,
)
METADATA = st.fixed_dictionaries(
    {},
    optional={
        "tags": st.lists(
            st.sampled_from(["hide-input", "é", "a b", ":x"]), max_size=2, unique=True
        ),
        "covers": st.lists(WORDS, max_size=2),
        "solution": JSON,  # names of options, in a notebook's own sense
        "points": JSON,
        "metadata": JSON,
        "slideshow": st.just({"slide_type": "slide"}),
        "my tool": JSON,
        "é": JSON,
        "nbgrader": st.sampled_from(
            [
                {"grade": False, "grade_id": "a", "locked": True, "solution": False},
                {"grade": True, "grade_id": "cell-0f", "locked": True, "solution": False}
                | {"points": 2.5, "task": False},
                {"grade": False, "grade_id": "t", "locked": False, "solution": False}
                | {"points": 3, "task": True},
                {"grade": True, "grade_id": "test_f", "locked": True, "solution": False}
                | {"points": 0},
            ]
        ).map(lambda role: {**role, "schema_version": 3}),
    },
)
ATTACHMENTS = st.none() | st.just({"plot.png": {"image/png": "iVBORw0KGgo="}})


@st.composite
def cells(draw):
    kind = draw(st.sampled_from(["code", "markdown", "raw"]))
    cell = {"cell_type": kind, "source": draw(SOURCES), "metadata": draw(METADATA), "id": "x"}
    if kind == "code":
        output = nbformat.v4.new_output("stream", text="old")
        return cell | {"outputs": [output], "execution_count": 7}
    attachments = draw(ATTACHMENTS)
    return cell | ({"attachments": attachments} if attachments else {})


def notebook(found):
    nb = {"cells": found, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
    return nbformat.from_dict(nb)


def comes_back(nb) -> bool:
    """Whether the notebook comes back from text as it was; if not, the error must name a cell."""
    try:
        kept = text.to_text(nb, "a.ipynb")
    except Mistake as mistake:
        assert str(mistake).startswith("a.ipynb, cell ")
        assert "\n" not in str(mistake)
        return False
    back, _ = text.to_notebook(kept, "a.md")
    assert back == text.normal(nb)
    assert text.to_text(back, "a.ipynb") == kept
    return True


@settings(max_examples=60, deadline=None)
@given(st.lists(cells(), max_size=5))
def test_any_notebook_comes_back_or_is_refused_by_name(found):
    comes_back(notebook(found))


@settings(max_examples=60, deadline=None)
@given(cells().filter(lambda cell: cell["cell_type"] != "markdown"))
def test_code_and_raw_cells_always_come_back(cell):
    if "\x0c" in cell["source"]:
        assert not comes_back(notebook([cell]))
    else:
        assert comes_back(notebook([cell]))


@pytest.mark.parametrize(
    "source, why",
    [
        ("above\n+++\nbelow", "+++"),
        ("```{code-cell}\n1\n```", "code-cell"),
        ("```\nnever closed", "fence"),
        ("<!-- never closed", "comment"),
        ("form\x0cfeed", "control character"),
    ],
)
def test_markdown_that_myst_cannot_hold_is_refused(source, why):
    after = {"cell_type": "markdown", "source": "after", "metadata": {}, "id": "y"}
    before = after | {"source": "before"}
    odd = after | {"source": source}
    with pytest.raises(Mistake, match=r"a\.ipynb, cell 2") as caught:
        text.to_text(notebook([before, odd, after]), "a.ipynb")
    assert why in str(caught.value)


def test_markdown_in_a_longer_fence_is_held():
    source = "````\n```{code-cell}\n1\n```\n+++\n````"
    assert comes_back(notebook([{"cell_type": "markdown", "source": source, "metadata": {}}]))


def test_text_is_its_own_normal_form():
    nb, _ = text.to_notebook(ASSIGNMENT, "a.md")
    kept = text.to_text(nb, "a.ipynb")
    assert kept.split("---\n", 2)[2] == ASSIGNMENT.split("---\n", 2)[2]
    assert text.to_notebook(kept, "b.md")[0] == nb


def test_short_forms_stand_for_nbgrader_metadata():
    nb, _ = text.to_notebook(ASSIGNMENT + '\n+++ {"written": "why", "points": 5}\n\nSo.\n', "a.md")
    roles = [cell.metadata["nbgrader"] for cell in nb.cells if "nbgrader" in cell.metadata]
    common = {"schema_version": 3, "task": False}

    def role(grade_id, grade=False, locked=False, solution=False, **points):
        flags = {"grade": grade, "locked": locked, "solution": solution}
        return {"grade_id": grade_id, **flags, **points, **common}

    assert roles == [
        role("setup", locked=True),
        role("double", solution=True),
        role("test_double", grade=True, locked=True, points=4),
        role("square", solution=True),
        role("test_square", grade=True, locked=True, points=3),
        role("test_square_2", grade=True, locked=True, points=3),
        role("why", grade=True, solution=True, points=5),
    ]


def test_built_notebooks_are_valid_and_bare():
    nb, _ = text.to_notebook(ASSIGNMENT, "a.md")
    nbformat.validate(nb, relax_add_props=False)
    ids = [cell.id for cell in nb.cells]
    assert len(set(ids)) == len(ids)
    assert {"setup", "double", "test_square_2"} <= set(ids)
    assert not any(cell.get("outputs") or cell.get("execution_count") for cell in nb.cells)
    assert set(nb.metadata) == {"kernelspec"}
    assert text.dumps(nb).endswith("}\n")


def test_a_new_cell_leaves_the_ids_of_other_sections_alone():
    nb, _ = text.to_notebook(ASSIGNMENT, "a.md")
    more, _ = text.to_notebook(ASSIGNMENT.replace("# Toy\n", "# Toy\n\n+++\n\nNew.\n"), "a.md")
    assert len(more.cells) == len(nb.cells) + 1
    assert {cell.id for cell in nb.cells} < {cell.id for cell in more.cells}


@settings(max_examples=30, deadline=None)
@given(st.lists(cells(), max_size=8))
def test_ids_are_unique_and_short(found):
    ids = [cell.id for cell in text.normal(notebook(found)).cells]
    assert len(set(ids)) == len(ids)
    assert all(1 <= len(name) <= 64 and name.isascii() for name in ids)


@pytest.mark.parametrize(
    "options, why",
    [
        (":soluton: f", "unknown option 'soluton'"),
        (":solution: f\n:test: f", "one role"),
        (":points: 3", "points belong"),
        (":solution: f\n:points: 3", "points belong"),
        (":solution: a b", "can't name an exercise"),
        (":solution: true", "can't name an exercise"),
        (":covers: 2027-01-01", "quotes"),
        (":tags: [a", "line"),
    ],
)
def test_an_option_that_makes_no_sense_is_named_with_its_line(options, why):
    bad = f"# Title\n\n```{{code-cell}}\n{options}\n\n1\n```\n"
    with pytest.raises(Mistake, match=r"a\.md") as caught:
        text.to_notebook(bad, "a.md")
    assert why in str(caught.value)
    assert "\n" not in str(caught.value)
