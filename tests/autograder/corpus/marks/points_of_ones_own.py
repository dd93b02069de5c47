# Metadata that gives points: its own test cells, an answer of its own that is graded.
# loses: double
# remark: grade_id
def change(notebook, folder):
    cell_of(notebook, "double")["source"] = "def double(x):\n    pass"
    for cell in notebook["cells"]:
        if "nbgrader" in cell["metadata"]:
            cell["metadata"]["nbgrader"] |= {"points": 1e9, "grade": True, "locked": False}
    extra = own("1000.0")
    extra["metadata"]["nbgrader"] = {"grade": True, "grade_id": "bonus", "points": 1000, "solution": False, "locked": True, "schema_version": 3, "task": False}
    notebook["cells"].append(extra)
    notebook["metadata"]["shardlab"] = {"done": True, "cells": [{"name": "double", "score": 99}]}
