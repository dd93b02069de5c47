"""Small laws of the preprocessors and of what they rest on."""

import re
from collections import deque
from decimal import Decimal
from fractions import Fraction
from math import inf, nan

import nbformat
import numpy as np
import pytest
from IPython.lib.pretty import pretty
from nbgrader import preprocessors
from nbgrader.converters import Autograde
from nbgrader.preprocessors import NbGraderPreprocessor
from nbgrader.utils import determine_grade

from autograder.credit import credit
from autograder.plugin import Judged
from shardlab import Mesh, shard
from shardlab.draw.svg import Picture
from shardlab.pipeline import B, F, simulate

from .sheets import answered, check, graded, sheet, solution


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
    ids=lambda value: re.sub(r" at 0x\w+", "", repr(value))[:30],
)
def test_no_number_is_full_marks(value):
    assert credit(repr(value), 4) == credit(pretty(value), 4) == (None, "")
    assert credit("", 4) == (None, "")


def test_nbgrader_reads_the_judges_scores_from_the_outputs():
    """Whatever a test ends with, as the judge leaves it in the notebook."""
    ends = {
        "half": ("f(1) / 2", 0.5),
        "fraction": ("from fractions import Fraction\nFraction(3, 2)", 1.5),
        "no": ("False", 0),
        "yes": ("True", 4),
        "list": ("[0]", 0),
        "much": ("5", 0),
        "function": ("len", 4),
        "nothing": ("f(1)\nNone", 4),
        "wrong": ("assert f(1) == 2", 0),
        "loud": ("import sys\nprint('well', file=sys.stderr)\nassert f(1) == 1", 4),
    }
    tests = [check(name, source, points=4) for name, (source, _) in ends.items()]
    master = sheet(solution("f", "def f(x):\n    return x"), *tests)
    judgement = graded(master, answered(master, f="def f(x):\n    return x"))
    nb = nbformat.reads(judgement.notebook, as_version=4)
    read = {cell.metadata.nbgrader.grade_id: determine_grade(cell) for cell in nb.cells[1:]}
    assert read == {f"test_{name}": (score, 4) for name, (_, score) in ends.items()}
    assert read == {cell.name: (cell.score, cell.points) for cell in judgement.cells}


class Own(NbGraderPreprocessor):
    """A course's own."""


class Runs(preprocessors.Execute):
    """A course's own way to run a submission."""


def test_no_preprocessor_runs_a_submission_or_mends_it_whatever_is_configured():
    exporter = Judged(config=Autograde().config)
    listed = [*Autograde().sanitize_preprocessors, *Autograde().autograde_preprocessors, Own, Runs]
    for one in [*listed, "nbgrader.preprocessors.Execute"]:
        exporter.register_preprocessor(one, enabled=True)
    kept = [type(one).__name__ for one in exporter._preprocessors]
    assert kept == ["SaveAutoGrades", "AssignLatePenalties", "Own"]
