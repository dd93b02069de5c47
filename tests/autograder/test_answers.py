"""Every answer to every level against its tests; `make prove` tries slips in the solutions, too."""

import pytest

from autograder import course, prove

from .conftest import REPOSITORY

COURSE = course.load(REPOSITORY)


@pytest.mark.parametrize("level", COURSE.written(), ids=lambda level: level.name)
def test_every_right_answer_passes_and_every_wrong_one_is_caught_by_name(level):
    proof = prove.prove(COURSE, [level], most=0)
    assert proof.breaches == []
    exercises = {one.exercise for one in proof.trials}
    assert len(exercises) >= 8
    answers = sum(one.kind in ("right", "wrong") for one in proof.trials)
    assert answers >= len(exercises) * sum(prove.NEEDED.values())
