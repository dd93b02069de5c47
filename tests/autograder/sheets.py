"""Small assignments and what students make of them, as plain notebooks."""

import copy
import json

from autograder.judge import judge
from autograder.judgement import Job, Limits

QUICK = Limits(cell_seconds=2.0, total_seconds=20.0)


def cell(source, kind="code", **nbgrader):
    made = {"cell_type": kind, "id": nbgrader.get("grade_id", "x")[:60], "metadata": {}}
    made["source"] = source
    if nbgrader:
        flags = {"grade": False, "solution": False, "locked": False, "schema_version": 3}
        made["metadata"]["nbgrader"] = flags | nbgrader
    return made | ({"outputs": [], "execution_count": None} if kind == "code" else {})


def given(source, name="setup"):
    return cell(source, grade_id=name, locked=True)


def solution(name, source):
    lines = "\n".join(["### BEGIN SOLUTION", source, "### END SOLUTION"])
    return cell(lines, grade_id=name, solution=True)


def check(name, source, points=1):
    return cell(source, grade_id=f"test_{name}", grade=True, locked=True, points=points)


def sheet(*cells):
    made = {"cells": list(cells), "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
    for number, each in enumerate(made["cells"]):
        each["id"] = f"cell-{number}"
    return made


def answered(master, **answers):
    """The sheet handed in: what is not answered is the stub."""
    made = copy.deepcopy(master)
    for each in made["cells"]:
        data = each["metadata"].get("nbgrader", {})
        if data.get("solution"):
            stub = "# YOUR CODE HERE\nraise NotImplementedError()"
            each["source"] = answers.get(data["grade_id"], stub)
    return made


def graded(master, submitted, limits=QUICK, **others):
    return judge(Job(json.dumps(master), json.dumps(submitted).encode(), limits=limits, **others))


def outcome(answer, test, setup="import numpy as np", name="f", limits=QUICK):
    """(score, reason) of one exercise of one point, with that answer and that test."""
    master = sheet(given(setup), solution(name, f"def {name}(x):\n    return x"), check(name, test))
    judgement = graded(master, answered(master, **{name: answer}), limits)
    assert judgement.failure is None, judgement.failure
    (verdict,) = judgement.cells
    return verdict.score, verdict.reason
