"""A student's cells laid into the master: each answer in its cell, each released cell once."""

import copy
import json
import random
import re

import nbformat
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from nbgrader.utils import compute_checksum, determine_grade

from autograder import build, course, master
from autograder.master import released, submitted

from .conftest import REPOSITORY

STUB = "# YOUR CODE HERE\nraise NotImplementedError()"


def cell(source, kind="code", name=None, **flags):
    made = {"id": None, "cell_type": kind, "metadata": {}, "source": source}
    if name:
        role = {"grade": False, "solution": False, "locked": False, "task": False}
        made["metadata"]["nbgrader"] = {"schema_version": 3, **role, "grade_id": name, **flags}
    return made


def nb_of(*cells):
    nb = {"cells": copy.deepcopy(list(cells)), "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
    for number, one in enumerate(nb["cells"]):
        one["id"] = one["id"] or f"c{number}"
    return nb


def solution(name, body="return 1", **flags):
    text = f"def {name}(x):\n    ### BEGIN SOLUTION\n    {body}\n    ### END SOLUTION"
    return cell(text, name=name, solution=True, **flags)


def test_of(name, points=2):
    text = f"assert {name}(1) == 1\n### BEGIN HIDDEN TESTS\nassert {name}(7)\n### END HIDDEN TESTS"
    return cell(text, name=f"test_{name}", grade=True, locked=True, points=points)


test_of.__test__ = False
GIVEN = cell("import numpy as np\nscale = 2", name="setup", locked=True)
WRITTEN = cell(
    "### BEGIN SOLUTION\nBecause.\n### END SOLUTION",
    "markdown",
    "why",
    solution=True,
    grade=True,
    points=3,
)
TASK = cell(
    "Draw it.\n### BEGIN MARK SCHEME\nTwo points for the axes.\n### END MARK SCHEME",
    "markdown",
    "draw",
    task=True,
    locked=True,
    points=2,
)
VALUE = cell(
    "width = ...  # a number\n### BEGIN SOLUTION\nwidth = 3\n### END SOLUTION",
    name="width",
    solution=True,
)
MASTER = nb_of(
    cell("# Title", "markdown"),
    GIVEN,
    cell("## One", "markdown"),
    solution("one"),
    test_of("one"),
    cell("rate = 0.1\nsteps = 10\nprint(rate * steps)"),
    cell("## Two", "markdown"),
    solution("two", "return x"),
    test_of("two"),
    VALUE,
    test_of("width"),
    cell("## Why", "markdown"),
    WRITTEN,
    TASK,
)
ANSWERS = {
    "one": "def one(x):\n    return x",
    "two": "def two(x):\n    return x * x",
    "width": "width = 4",
    "why": "It is so.",
}
NAMES = [c["metadata"]["nbgrader"]["grade_id"] for c in MASTER["cells"] if c["metadata"]]


def release():
    """What students get of MASTER, as nbgrader makes it."""
    nb = copy.deepcopy(MASTER)
    for one in nb["cells"]:
        one["source"] = released.shown(one)
        if released.data(one):
            one["metadata"]["nbgrader"]["checksum"] = released.checksum(one, one["source"])
    return nb


def solved():
    nb = release()
    for name, answer in ANSWERS.items():
        find(nb, name)["source"] = answer
    return nb


def find(nb, name):
    return next(c for c in nb["cells"] if released.grade_id(c) == name)


def place(nb, name):
    return nb["cells"].index(find(nb, name))


def lay(nb, release=None):
    read, _ = submitted.read(json.dumps(nb).encode())
    return master.lay(MASTER, read, release)


def answers(laid):
    return {c.name: c.source for c in laid.cells if c.name in ANSWERS}


def check(laid, base=MASTER):
    """The laws: each cell of the master once and in order, tests as in the master, valid."""
    names = [released.grade_id(c) for c in base["cells"]]
    assert [c.name for c in laid.cells if c.name] == [name for name in names if name]
    ids = [c["id"] for c in base["cells"]]
    assert [c.node["id"] for c in laid.cells if c.node["id"] in ids] == ids
    assert [c.node for c in laid.cells] == laid.notebook["cells"]
    nbformat.validate(nbformat.from_dict(laid.notebook))
    json.dumps(laid.notebook, ensure_ascii=False, allow_nan=False).encode()
    for one in base["cells"]:
        name = released.grade_id(one)
        if name and released.role(one) in ("test", "given"):
            found = next(c for c in laid.cells if c.name == name)
            assert found.source == found.node["source"] == released.text(one)
    assert all(re.match(r"[A-Z0-9].*[.?]$", remark) for remark in laid.remarks)
    return laid


@pytest.mark.parametrize("known", [None, release()])
def test_as_released_and_solved_lay_without_a_remark(known):
    laid = check(lay(release(), known))
    assert laid.remarks == [] and len(laid.cells) == len(MASTER["cells"])
    laid = check(lay(solved(), known))
    assert laid.remarks == [] and answers(laid) == ANSWERS


def test_roles_points_and_references():
    laid = lay(solved())
    roles = [c.role for c in laid.cells]
    first = "text given text solution test given text solution test"
    assert roles == [*first.split(), "solution", "test", "text", "written", "written"]
    assert [c.points for c in laid.cells if c.points] == [2, 2, 2, 3, 2]
    assert "Because" in laid.cells[12].reference and "return 1" in laid.cells[3].reference
    assert "points for the axes" in laid.cells[13].reference
    assert "points for the axes" not in laid.cells[13].source


def test_checksums_are_nbgraders_own():
    for one in release()["cells"]:
        if released.data(one):
            node = nbformat.from_dict({**one, "outputs": []})
            assert compute_checksum(node) == released.checksum(one, one["source"])


def test_an_untouched_written_answer_earns_0_whatever_the_course_calls_its_stub():
    for stub in ("YOUR ANSWER HERE", "*Your answer here.*"):
        nb = release()
        find(nb, "why")["source"] = stub
        node = find(lay(nb).notebook, "why")
        assert determine_grade(nbformat.from_dict(node)) == (0, 3)
    node = find(lay(solved()).notebook, "why")
    assert determine_grade(nbformat.from_dict(node)) == (None, 3)


def test_a_release_with_other_stubs_is_taken_where_it_is_known():
    known = release()
    find(known, "why")["source"] = "Write here, please"
    node = find(lay(copy.deepcopy(known), known).notebook, "why")
    assert determine_grade(nbformat.from_dict(node)) == (0, 3)


@pytest.mark.parametrize(
    "copies, counts",
    [
        (["A", "B"], "B"),
        (["A", "stub"], "A"),
        (["stub", "A"], "A"),
        (["stub", "A", "stub"], "A"),
        (["stub", "stub"], "stub"),
        (["A", "A"], "A"),
    ],
)
@pytest.mark.parametrize("name", ["two", "why"])
def test_of_copies_the_last_counts_that_differs(copies, counts, name):
    nb = release()
    at, one = place(nb, name), find(nb, name)
    texts = {
        "stub": one["source"],
        "A": "def two(x):\n    return 'A'",
        "B": "def two(x):\n    return 'B'",
    }
    nb["cells"][at : at + 1] = [{**copy.deepcopy(one), "source": texts[c]} for c in copies]
    laid = check(lay(nb))
    assert answers(laid)[name] == texts[counts]
    assert f"Cell {name} was there more than once" in " ".join(laid.remarks)
    assert not [c for c in laid.cells if c.role == "own"]


def test_a_cell_split_in_two_is_joined():
    nb = solved()
    at = place(nb, "two")
    parts = "def two(x):\n    y = x", "    return y\n"
    nb["cells"][at : at + 1] = [{**copy.deepcopy(nb["cells"][at]), "source": p} for p in parts]
    laid = check(lay(nb))
    assert answers(laid)["two"] == "\n".join(parts)
    assert laid.remarks == ["Cell two was split in parts; joined."]


def test_the_second_part_without_metadata_runs_behind():
    nb = solved()
    nb["cells"].insert(place(nb, "two") + 1, cell("two_again = two"))
    laid = check(lay(nb))
    sources = [c.source for c in laid.cells]
    assert sources[sources.index(ANSWERS["two"]) + 1] == "two_again = two"
    assert laid.remarks == []


def without(name):
    nb = solved()
    nb["cells"].remove(find(nb, name))
    return nb


def test_a_deleted_answer_is_put_back_unanswered_and_without_the_solution():
    for name in ANSWERS:
        laid = check(lay(without(name)))
        assert laid.remarks == [f"Cell {name} was missing; put back as released."]
        assert answers(laid)[name] == released.shown(find(MASTER, name))
        assert "BEGIN" not in answers(laid)[name] and "Because" not in answers(laid)[name]


def test_an_answer_in_another_cell_is_found_by_its_names():
    nb = without("two")
    nb["cells"].append(cell(ANSWERS["two"]))
    laid = check(lay(nb))
    assert answers(laid) == ANSWERS
    assert "Cell two was without its grade_id; known by its names, place or text." in laid.remarks


def test_an_answer_above_its_untouched_stub_is_not_undone():
    nb = solved()
    find(nb, "two")["source"] = released.shown(find(MASTER, "two"))
    nb["cells"].insert(place(nb, "two"), cell(ANSWERS["two"]))
    assert answers(check(lay(nb))) == ANSWERS


def test_an_answer_below_its_untouched_stub_runs_in_place():
    nb = solved()
    stub = released.shown(find(MASTER, "two"))
    find(nb, "two")["source"] = stub
    nb["cells"].insert(place(nb, "two") + 1, cell(ANSWERS["two"]))
    sources = [c.source for c in check(lay(nb)).cells]
    assert sources[sources.index(stub) + 1] == ANSWERS["two"]


@pytest.mark.parametrize("deleted", [True, False])
def test_two_answers_in_one_cell_serve_both(deleted):
    nb = without("two")
    both = find(nb, "one")["source"] = ANSWERS["one"] + "\n\n" + ANSWERS["two"]
    if not deleted:
        stub = {**find(MASTER, "two"), "source": released.shown(find(MASTER, "two"))}
        nb["cells"].insert(place(nb, "test_two"), stub)
    laid = check(lay(nb))
    assert answers(laid)["one"] == answers(laid)["two"] == both
    assert "Cell two was left without an answer, which stands in" in laid.remarks[0]


@pytest.mark.parametrize("kind", ["markdown", "raw"])
@pytest.mark.parametrize("fence", ["{}", "```python\n{}\n```", "Mine:\n\n```\n{}\n```\nDone."])
def test_a_converted_answer_is_turned_back(kind, fence):
    nb = solved()
    find(nb, "two").update(cell_type=kind, source=fence.format(ANSWERS["two"]))
    laid = check(lay(nb))
    assert answers(laid)["two"].strip() == ANSWERS["two"]
    assert laid.remarks == ["Cell two was turned into another type; turned back."]


def test_locked_cells_are_as_released_whatever_was_done():
    nb = solved()
    find(nb, "test_one")["source"] = "pass"
    find(nb, "setup")["source"] = "scale = 3"
    find(nb, "test_two")["cell_type"] = "raw"
    find(nb, "draw")["source"] = "No task."
    nb["cells"].remove(find(nb, "test_width"))
    laid = check(lay(nb))
    assert laid.remarks == [
        "Cell test_two was turned into another type; turned back.",
        "Cells setup, test_one and draw were locked but edited; used as released.",
        "Cell test_width was missing; put back as released.",
    ]
    assert answers(laid) == ANSWERS
    assert not {"pass", "scale = 3"} & {c.source for c in laid.cells}


def test_a_copied_test_is_dropped():
    for metadata in (True, False):
        nb = solved()
        twin = copy.deepcopy(find(nb, "test_one"))
        if not metadata:
            twin["metadata"] = {}
        nb["cells"].append(twin)
        laid = check(lay(nb))
        assert len(laid.cells) == len(MASTER["cells"])
        assert len(laid.remarks) == 1 and "test_one was there more than once" in laid.remarks[0]


def test_the_metadata_of_a_test_on_a_student_cell():
    nb = solved()
    test, answer = find(nb, "test_two"), find(nb, "two")
    test["metadata"], answer["metadata"] = {}, test["metadata"]
    laid = check(lay(nb))
    assert answers(laid) == ANSWERS
    assert laid.remarks == ["Cell two was tagged as another cell; known by the names in it."]


def test_own_cells_stay_behind_the_cell_that_they_followed():
    nb = solved()
    nb["cells"].insert(place(nb, "two"), cell("Notes.", "markdown"))
    nb["cells"].insert(place(nb, "two") + 1, cell("x = 5"))
    nb["cells"].insert(0, cell("y = 6"))
    nb["cells"].append(cell(" \n"))  # the empty one that JupyterLab adds
    laid = check(lay(nb))
    sources = [c.source for c in laid.cells]
    at = sources.index(ANSWERS["two"])
    assert sources[at - 1] == "Notes." and sources[at + 1] == "x = 5" and sources[0] == "y = 6"
    assert [(c.role, c.name) for c in laid.cells if c.source in ("x = 5", "Notes.")] == [
        ("text", ""),
        ("own", ""),
    ]
    assert laid.remarks == [] and "" not in sources


def test_what_a_student_writes_into_metadata_has_no_effect():
    nb = solved()
    nb["metadata"] = {"widgets": {}, "shardlab": {"done": True}, "kernelspec": {"name": "ir"}}
    for one in nb["cells"]:
        one["metadata"]["tags"] = ["skip-execution"]
        if released.data(one):
            one["metadata"]["nbgrader"]["points"] = 1000
    forged = cell("cheat()", name="extra", grade=True, solution=True, points=50)
    nb["cells"].insert(5, forged)
    laid = check(lay(nb))
    own = next(c for c in laid.cells if c.source == "cheat()")
    assert (own.role, own.name, own.points, own.node["metadata"]) == ("own", "", 0, {})
    assert sum(c.points for c in laid.cells) == 11
    assert "skip-execution" not in json.dumps(laid.notebook)
    assert laid.notebook["metadata"] == MASTER["metadata"]
    assert laid.remarks == [
        "1 cell has a grade_id that the master lacks: made from another release?"
    ]


def test_an_older_release_is_told_from_an_edited_test():
    nb = solved()
    old = find(nb, "test_one")
    old["source"] = "assert one(2) == 2"
    old["metadata"]["nbgrader"]["checksum"] = released.checksum(old, old["source"])
    laid = check(lay(nb))
    assert laid.remarks == ["Cell test_one was made from another release; used as it is now."]


def test_moved_cells_return_to_their_order():
    nb = solved()
    nb["cells"].append(nb["cells"].pop(place(nb, "one")))
    laid = check(lay(nb))
    assert answers(laid) == ANSWERS
    assert laid.remarks == ["Cell one was moved; put back in its order."]


def test_metadata_swapped_between_code_and_text():
    nb = solved()
    one, other = find(nb, "why"), find(nb, "one")
    one["metadata"], other["metadata"] = other["metadata"], one["metadata"]
    laid = check(lay(nb))
    assert answers(laid) == ANSWERS
    assert not any("missing" in remark for remark in laid.remarks)


def test_an_answer_written_behind_its_stub_is_pointed_out():
    nb = release()
    nb["cells"].insert(place(nb, "why") + 1, cell("My answer.", "markdown"))
    laid = check(lay(nb))
    assert len(laid.remarks) == 1 and laid.remarks[0].startswith("Cell why was left as released")
    assert "My answer." in [c.source for c in laid.cells if c.role == "text"]


def test_a_given_cell_that_is_not_locked_keeps_the_students_changes_for_the_student():
    nb = solved()
    nb["cells"][5]["source"] = "rate = 0.2\nsteps = 10\nprint(rate * steps)"
    given = check(lay(nb)).cells[5]
    assert given.source == MASTER["cells"][5]["source"]
    assert given.student_source == given.node["source"] == nb["cells"][5]["source"]
    assert all(c.student_source is None for c in lay(solved()).cells)


def test_pictures_pasted_into_a_written_answer_are_kept():
    nb = solved()
    find(nb, "why")["attachments"] = {"a.png": {"image/png": "iVBO"}}
    assert find(lay(nb).notebook, "why")["attachments"] == {"a.png": {"image/png": "iVBO"}}


def stripped(nb):
    """As Colab leaves it: no metadata of nbgrader, ids of its own."""
    nb = copy.deepcopy(nb)
    for number, one in enumerate(nb["cells"]):
        one["metadata"], one["id"] = {"id": f"Xy{number}"}, f"Xy{number}"
    nb["metadata"] = {"colab": {"provenance": []}, "kernelspec": {"name": "python3"}}
    return nb


def test_without_metadata_every_answer_is_found():
    laid = check(lay(stripped(solved())))
    assert answers(laid) == ANSWERS and len(laid.cells) == len(MASTER["cells"])
    assert len(laid.remarks) == 1 and "metadata" in laid.remarks[0]


def test_without_metadata_edited_cells_are_found_too():
    nb = solved()
    find(nb, "test_one")["source"] = "assert one(1) == 2"
    find(nb, "two")["source"] = "def two(x)\n    return x"  # a syntax error
    find(nb, "setup")["source"] += "0"
    nb["cells"].insert(place(nb, "two") + 1, cell("print(two(2))"))
    laid = check(lay(stripped(nb)))
    assert answers(laid) == {**ANSWERS, "two": "def two(x)\n    return x"}
    assert "Cells setup and test_one were locked but edited; used as released." in laid.remarks
    assert [c.source for c in laid.cells if c.role == "own"] == ["print(two(2))"]


@pytest.mark.parametrize("known", [True, False])
def test_an_empty_notebook_is_the_release(known):
    laid = check(lay(nb_of(), release() if known else None))
    assert len(laid.cells) == len(MASTER["cells"])
    assert "Because" not in json.dumps([c.node for c in laid.cells])


EDITS = ["delete", "copy", "move", "retype", "retag", "strip", "split", "edit", "insert", "empty"]


def edit(nb, what, at, to):
    cells = nb["cells"]
    if not cells:
        return
    at, to = at % len(cells), to % len(cells)
    one = cells[at]
    match what:
        case "delete":
            cells.pop(at)
        case "copy":
            cells.insert(to, copy.deepcopy(one))
        case "move":
            cells.insert(to, cells.pop(at))
        case "retype":
            one["cell_type"] = ["code", "markdown", "raw"][to % 3]
        case "retag":
            one["metadata"] = copy.deepcopy(cells[to]["metadata"])
        case "strip":
            one["metadata"] = {}
        case "split":
            half = len(one["source"]) // 2
            cells.insert(at, {**copy.deepcopy(one), "source": one["source"][:half]})
            one["source"] = one["source"][half:]
        case "edit":
            one["source"] += "\n" + cells[to]["source"][: to + 3]
        case "insert":
            cells.insert(at, cell(f"own = {to}", name=["", "x", "one"][to % 3]))
        case "empty":
            one["source"] = ""


edits = st.lists(
    st.tuples(st.sampled_from(EDITS), st.integers(0, 99), st.integers(0, 99)), max_size=12
)


@settings(max_examples=200, deadline=None)
@given(edits, st.booleans(), st.booleans())
def test_whatever_is_done_each_cell_of_the_master_is_there_once(changes, answered, known):
    nb = solved() if answered else release()
    for change in changes:
        edit(nb, *change)
    laid = check(lay(nb, release() if known else None))
    for one in laid.cells:  # no answer and no hidden test gets into what the student's side runs
        if one.role in ("solution", "written", "own", "text"):
            assert "BEGIN" not in one.source and "Because" not in one.source


@pytest.fixture(scope="module")
def level():
    found = course.load(REPOSITORY)
    build.build(found, gently=True)
    here = found.level("L2")
    source, known = found.source(here), found.release(here)
    return json.loads(source.read_text("utf-8")), json.loads(known.read_text("utf-8"))


def filled(level, every=1):
    """L2 with every n-th exercise solved by the reference; and what each answer then is."""
    source, nb = level[0], copy.deepcopy(level[1])
    texts, mark = {}, re.compile(r"\n\s*### (BEGIN|END) SOLUTION")
    cells = [c for c in nb["cells"] if released.role(c) == "solution"]
    for number, one in enumerate(cells):
        name = released.grade_id(one)
        if every and number % every == 0:
            one["source"] = mark.sub("", released.text(find(source, name)))
        texts[name] = released.text(one)
    return nb, texts


def shuffled(nb, seed):
    """The metadata of the answers dealt out anew: a rotation, or at random."""
    nb = copy.deepcopy(nb)
    cells = [c for c in nb["cells"] if released.role(c) == "solution"]
    dealt = [c["metadata"] for c in cells]
    dealt = dealt[seed:] + dealt[:seed]
    if seed % 2:
        random.Random(seed).shuffle(dealt)
    for one, metadata in zip(cells, dealt, strict=True):
        one["metadata"] = metadata
    return nb


@pytest.mark.parametrize("every", [0, 1, 2])
@pytest.mark.parametrize("known", [True, False])
def test_in_L2_each_answer_lands_in_its_own_cell(level, every, known):
    nb, wanted = filled(level, every)
    plain = {**copy.deepcopy(nb), "metadata": {}}
    for one in plain["cells"]:
        one["metadata"] = {}
    tried = [nb, stripped(nb), plain, *(shuffled(nb, seed) for seed in range(1, 20))]
    for number, one in enumerate(tried):
        read, remarks = submitted.read(json.dumps(one).encode())
        laid = check(master.lay(level[0], read, level[1] if known else None), level[0])
        found = {c.name: c.source for c in laid.cells if c.role == "solution"}
        assert found == wanted
        assert len(laid.cells) == len(level[0]["cells"])
        assert remarks == [] and len(laid.remarks) == (number > 0)


def test_in_L2_checksums_are_those_of_the_release(level):
    source, known = level
    read, _ = submitted.read(json.dumps(known).encode())
    laid = master.lay(source, read, known)
    for one, made in zip(known["cells"], laid.notebook["cells"], strict=True):
        assert released.data(one) == released.data(made)
