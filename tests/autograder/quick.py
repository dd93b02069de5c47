"""A judge that runs nothing and takes milliseconds, for tests of what is done with judgements.

A solution with `return 0` is wrong, every other one is right. `SECRET_EXIT` in it kills the process
that judges.
"""

import json
import os
import time

from autograder.judgement import CellVerdict, Job, Judgement
from autograder.master import released


def judge(job: Job) -> Judgement:
    time.sleep(float(os.environ.get("QUICK_JUDGE_SECONDS", "0")))
    try:
        cells = json.loads(job.submitted)["cells"]
    except (ValueError, LookupError, TypeError):
        return Judgement(failure="the file is not a notebook that can be read")
    own = {released.grade_id(cell): released.text(cell) for cell in cells}
    nb = json.loads(job.master)
    result = Judgement(seconds={"student": 0.0, "total": 0.0})
    solution = ""
    for cell in nb["cells"]:
        name, data = released.grade_id(cell), released.data(cell)
        if data.get("solution"):
            stub = own.get(name, "")
            cell["source"] = stub
            solution = stub
            data["checksum"] = next(
                (released.data(c).get("checksum") for c in cells if released.grade_id(c) == name),
                None,
            )
        if "SECRET_EXIT" in solution:
            os._exit(3)
        if data.get("grade"):
            result.cells.append(_verdict(cell, solution))
    nb["metadata"]["shardlab"] = {"done": True, "remarks": []}
    if "a remark" in solution:
        result.remarks = ["there is a remark."]
    result.notebook = json.dumps(nb)
    return result


def _verdict(cell, solution):
    points = released.points(cell)
    if released.data(cell).get("solution"):
        score = 0.0 if released.untouched(cell) else None
    elif "return 0" in solution or "NotImplementedError" in solution:
        score = 0.0
        error = {"ename": "AssertionError", "evalue": "wrong", "traceback": []}
        cell["outputs"] = [{"output_type": "error", **error}]
    elif "return 1" in solution:
        score = points / 2
        data = {"text/plain": f"{score:.10g}"}
        cell["outputs"] = [
            {"output_type": "execute_result", "data": data, "metadata": {}, "execution_count": 1}
        ]
    else:
        score, cell["outputs"] = points, []
    return CellVerdict(released.grade_id(cell), score, points)
