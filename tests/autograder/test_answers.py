"""Every answer to L2 against its tests; `make prove` tries those of all levels, and slips, too."""

from autograder import course, prove

from .conftest import REPOSITORY


def test_every_right_answer_passes_and_every_wrong_one_is_caught_by_name():
    found = course.load(REPOSITORY)
    proof = prove.prove(found, [found.levels["L2"]], most=0)
    assert proof.breaches == []
    exercises = {one.exercise for one in proof.trials}
    assert len(exercises) == 21
    answers = sum(one.kind in ("right", "wrong") for one in proof.trials)
    assert answers >= len(exercises) * sum(prove.NEEDED.values())
