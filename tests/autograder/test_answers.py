"""Every answer to every level proved, right and wrong, and mutants of its solutions."""

import pytest

from autograder import course, prove

from .conftest import REPOSITORY

FEW = 5  # of these, hardly one may live
LEVELS = [
    level
    for level in course.load(REPOSITORY).levels.values()
    if (REPOSITORY / "course" / level.name / "assignment.md").is_file()
]


@pytest.fixture(scope="module", params=LEVELS, ids=lambda level: level.name)
def proof(request):
    """With a few mutants of each solution; `make prove` tries more."""
    return prove.prove(course.load(REPOSITORY), [request.param], FEW)


def test_every_right_answer_passes_and_every_wrong_one_is_caught_by_name(proof):
    assert proof.breaches == []
    exercises = {one.exercise for one in proof.trials}
    assert len(exercises) >= 8
    answers = sum(one.kind in ("right", "wrong") for one in proof.trials)
    assert answers >= len(exercises) * sum(prove.NEEDED.values())


def test_hardly_a_slip_in_a_solution_keeps_its_points_and_each_that_does_is_explained(proof):
    mutants = [one for one in proof.trials if one.kind == "mutant"]
    survivors = [one for one in mutants if one.outcome == "survived"]
    assert len(mutants) >= 30 and len(survivors) <= 0.05 * len(mutants)
    assert [f"{one.exercise}: {one.change}" for one in proof.unexplained()] == []
