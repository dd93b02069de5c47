"""Small laws of the preprocessors and of what they rest on."""

from collections import deque
from decimal import Decimal
from fractions import Fraction
from math import inf, nan

import nbformat
import numpy as np
import pytest
from IPython.lib.pretty import pretty
from nbgrader.utils import determine_grade

from autograder import master
from autograder.credit import credit
from autograder.plugin import HideTests, Run
from autograder.trial import _run, _shell
from shardlab import Mesh, shard
from shardlab.draw.svg import Picture
from shardlab.pipeline import B, F, simulate

FLAGS = {"grade": False, "solution": False, "locked": True}


def released(name, source="", **flags):
    return master.Released(name, "code", {**FLAGS, "grade_id": name, **flags}, source)


def code(name, source="", **extra):
    made = nbformat.v4.new_code_cell(source)
    made.metadata["nbgrader"] = {"grade_id": name, **extra}
    return made


def restored(cells, wanted):
    nb = nbformat.v4.new_notebook(cells=cells)
    remarks = master.restore(nb, wanted, lambda old: code(old.name, old.source))
    return [one.metadata.get("nbgrader", {}).get("grade_id") for one in nb.cells], remarks, nb


MASTER = [released("a"), released("b", solution=True), released("c"), released("d")]


@pytest.mark.parametrize(
    "there, then",
    [
        ("abcd", "abcd"),
        ("", "abcd"),
        ("d", "abcd"),
        ("ad", "abcd"),
        ("bd", "abcd"),
        ("ba", "bacd"),  # what the student moved stays; what is missing follows what came before
        ("aabbcd", ".a.bcd"),
        ("dabcd", ".abcd"),
        ("axbcd", "a.bcd"),
    ],
)
def test_every_released_cell_is_there_once(there, then):
    names, remarks, _ = restored([code(name) for name in there], MASTER)
    assert "".join(name or "." for name in names) == then
    assert sorted(filter(None, names)) == ["a", "b", "c", "d"]
    assert bool(remarks) == (there not in ("abcd", "axbcd"))


def test_metadata_and_tags_are_put_back():
    cells = [code("a", grade=True, points=99), code("b"), code("c"), code("d")]
    cells[2].metadata["tags"] = ["skip-execution"]
    _, _, nb = restored(cells, MASTER)
    assert [one.metadata["nbgrader"] for one in nb.cells] == [one.metadata for one in MASTER]
    assert all("tags" not in one.metadata for one in nb.cells)


@pytest.mark.parametrize("odd", [None, [], "x", {"grade_id": 3}, {"grade_id": ""}])
def test_metadata_of_any_shape_is_taken(odd):
    strange = nbformat.v4.new_code_cell("1")
    strange.metadata["nbgrader"] = odd
    names, _, _ = restored([strange], MASTER)
    assert names == [None, "a", "b", "c", "d"] or names == ["a", "b", "c", "d", None]


@pytest.mark.parametrize(
    "value, score",
    [
        (2.5, 2.5),
        (0, 0),
        (4, 4),
        (1e-3, 0.001),
        (-0.0, 0),
        (np.float64(1.5), 1.5),
        (np.float32(0.1), 0.1),
        (np.int64(4), 4),
        (np.longdouble("0.5"), 0.5),
        (np.array(0.5), 0.5),
        (np.array(0.5, dtype=np.float32), 0.5),
        (Decimal("0.5"), 0.5),
        (Decimal("0E+1"), 0),
        (Fraction(7, 2), 3.5),
        (False, 0),
        (True, 4),
        (np.False_, 0),
        (np.True_, 4),
        (np.array(False), 0),
    ],
)
def test_a_number_is_partial_credit_in_whatever_type_it_comes(value, score):
    assert credit(repr(value), 4) == (score, "")
    assert credit(pretty(value), 4) == (score, "")


ODD = [
    nan, inf, -inf, -1, 4.01, 10**30, np.float64("nan"), Decimal("NaN"), Decimal("sNaN"),
    Decimal("Infinity"), Decimal("-1"), Fraction(-1, 2), Fraction(9, 2), Fraction(10**400, 3),
    np.array(-0.5), np.array(10**400, dtype=object), 1 + 0j, -1j, np.complex128(1), np.array(1j),
    "3", " 3 ", "nan", "True", "1_0", "[0]", b"3", np.str_("3"), np.array("3"), [0], [0.5, 1],
    [True], (), (1,), {3}, {"loss": 0.5}, [[1], [2, 3]], (0.5, "two of four"), deque([1]),
    np.array([0.5]), np.zeros((2, 3)), np.zeros(2000), list(range(3000)), np.datetime64("2027"),
]  # fmt: skip


@pytest.mark.parametrize("value", ODD, ids=lambda value: repr(value)[:30])
def test_what_is_merely_made_of_numbers_earns_nothing(value):
    for text in (repr(value), pretty(value)):
        score, reason = credit(text, 4)
        assert score == 0 and reason.startswith("partial credit must ") and len(reason) < 110


@pytest.mark.parametrize("text", ["1_0", "+1_0", "(1_0)", "0x10", "1/2", "0b1", "1E0"])
def test_numbers_are_read_strictly(text):
    score, reason = credit(text, 10)
    assert score == 0 and reason


@pytest.mark.parametrize(
    "value",
    [
        None,
        ...,
        "all is well",
        {"device": "none"},
        [None],
        object(),
        [object(), 3],
        len,
        range(3),
        shard(np.ones((3, 5)), axis=1, n=2),
        [shard(np.ones((3, 5)), axis=1, n=2)],
        Mesh(tp=3),
        simulate([[F(0), B(0)]], forward=1, backward=2),
        [F(0), B(0)],
        Picture("<svg/>", "3 devices"),
    ],
    ids=lambda value: repr(value)[:30],
)
def test_no_number_is_full_marks(value):
    assert credit(repr(value), 4) == credit(pretty(value), 4) == (None, "")
    assert credit("", 4) == (None, "")


def test_partial_credit_through_nbgraders_own_reading():
    """A test's output as the kernel sends it, through Run, to the points that nbgrader sees."""
    for value, score in [(Fraction(1, 2), 0.5), (False, 0), (True, 4), ([0], 0), (len, 4)]:
        test = code("test_a", grade=True, solution=False, points=4)
        data = {"text/plain": pretty(value)}
        test.outputs = [nbformat.v4.new_output("execute_result", data, execution_count=1)]
        nb = nbformat.v4.new_notebook(cells=[test])
        Run()._partial_credit(nb, test, test.outputs[0], test.metadata["nbgrader"])
        assert determine_grade(test) == (score, 4)
        assert bool(nb.metadata.get("shardlab")) == (value == [0])


def test_an_echo_of_a_hidden_test_is_taken_out():
    test = nbformat.v4.new_code_cell(
        "shown = f(1)\n### BEGIN HIDDEN TESTS\nassert f(12345) == 7\n### END HIDDEN TESTS\nlast = 1"
    )
    line = "assert f(12345) == 7"
    test.outputs = [
        nbformat.v4.new_output("stream", text=f"before {line} after, shown = f(1)"),
        nbformat.v4.new_output("execute_result", {"text/plain": line, "text/html": f"<b>{line}"}),
        nbformat.v4.new_output("error", ename="E", evalue=f"at {line}", traceback=[line, "more"]),
    ]
    nb = nbformat.v4.new_notebook(cells=[test])
    HideTests().preprocess(nb, {})
    kept = nbformat.writes(nb)
    assert "12345" not in kept and "more" not in kept
    assert "shown = f(1)" in kept and "last = 1" in kept and "E: at [hidden]" in kept


@pytest.mark.filterwarnings("ignore:To exit")
def test_trials_start_from_an_empty_namespace():
    shell = _shell()
    assert _run(shell, {"source": "left_over = 1", "points": None}) is None
    assert _run(shell, {"source": "left_over", "points": 2})["score"] == 1
    shell.reset(new_session=True)
    found = _run(shell, {"source": "left_over", "points": 2})
    assert found == {"score": 0.0, "message": "NameError: name 'left_over' is not defined"}
    assert _run(shell, {"source": "raise SystemExit(0)", "points": 2})["score"] == 0
    assert _run(shell, {"source": "%precision 3\nNone", "points": 2})["score"] == 2
