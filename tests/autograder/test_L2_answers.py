"""Every answer to level L2 proved, right and wrong, and mutants of its solutions."""

import pytest

from autograder import course, prove

from .conftest import REPOSITORY


@pytest.fixture(scope="module")
def proof():
    found = course.load(REPOSITORY)
    return prove.prove(found, [found.level("L2")])


def test_every_right_answer_passes_and_every_wrong_one_is_caught_by_name(proof):
    assert proof.breaches == []
    assert len({one.exercise for one in proof.trials}) > 15
    assert sum(one.kind in ("right", "wrong") for one in proof.trials) >= 254


def test_hardly_a_slip_in_a_solution_keeps_its_points(proof):
    mutants = [one for one in proof.trials if one.kind == "mutant"]
    survivors = [one.change for one in mutants if one.outcome == "survived"]
    assert len(mutants) > 300 and len(survivors) <= 0.05 * len(mutants), survivors
