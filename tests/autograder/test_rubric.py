"""The grader sees what to go by; the student never does."""

import json

import pytest

from autograder.rubric import rubric

from .sheets import answered, cell, graded, sheet

WRITTEN = "### BEGIN SOLUTION\nAll of X, and a column of W.\n### END SOLUTION\n"
SCHEME = "### BEGIN MARK SCHEME\n2 points: names both.\n### END MARK SCHEME"


@pytest.mark.parametrize(
    ("reference", "shown"),
    [
        (WRITTEN + SCHEME, ["**For the grader.** 2 points: names both.", "All of X, and a column"]),
        (SCHEME, ["2 points: names both."]),
        ("The whole text is the answer.", ["The whole text is the answer."]),
        ("", []),
    ],
)
def test_mark_scheme_and_reference_answer_are_shown(reference, shown):
    text = rubric(reference, "markdown")
    assert all(words in text for words in shown) and bool(text) == bool(shown)
    assert "BEGIN" not in text and "END" not in text


def test_it_stands_before_the_answer_and_points_wait_for_a_person():
    flags = {"grade_id": "why", "grade": True, "solution": True, "points": 5}
    master = sheet(cell(WRITTEN + SCHEME, "markdown", **flags))
    answer = "Because <script>alert(1)</script> a < b."
    judgement = graded(master, answered(master, why=answer))
    assert [(c.name, c.score, c.points) for c in judgement.cells] == [("why", None, 5)]
    first, second = json.loads(judgement.notebook)["cells"]
    assert first["metadata"]["shardlab"] == {"rubric": True} and "names both" in first["source"]
    assert "<script" not in second["source"] and "a < b." in second["source"]


def test_an_answer_that_was_not_given_earns_nothing():
    flags = {"grade_id": "why", "grade": True, "solution": True, "points": 5}
    master = sheet(cell(WRITTEN + SCHEME, "markdown", **flags))
    stub = "YOUR ANSWER HERE\n"
    judgement = graded(master, answered(master, why=stub))
    assert [(c.score, c.reason) for c in judgement.cells] == [(0, "No response.")]
