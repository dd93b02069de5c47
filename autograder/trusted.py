"""The trusted side: a submission laid into the master, graded, and put into a judgement."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable
from dataclasses import asdict
from functools import lru_cache

from shardlab import isolation

from . import master, rubric, testcell
from .conversation import NoJail, Zygote
from .course import Mistake
from .feedback import sanitize
from .grading import Grading
from .judgement import Job, Judgement
from .master import submitted
from .master.names import imports, names, used
from .master.released import grade_id, role, text
from .session import Session
from .shell import Shell
from .verdict import METADATA_KEY

AUTOTEST = re.compile(r"^\s*###\s*(HASHED\s+)?AUTOTEST\b", re.MULTILINE)


_notebook = lru_cache(maxsize=8)(json.loads)


def warm(job: Job) -> None:
    """Work out beforehand what all submissions of a level have in common."""
    for cell in _notebook(job.master)["cells"]:
        source = text(cell)
        if cell["cell_type"] == "code":
            imports(source), used(source), names(source)
            if role(cell) == "test":
                testcell.prepare(grade_id(cell), source)
    if job.released:
        _notebook(job.released)


def grade(job: Job, shell: Shell, zygote: Zygote, at: Callable[[str], None], skip=()) -> Judgement:
    """Grade one submission. `at(name)` is told before each test; those in `skip` don't run."""
    began = time.monotonic()
    try:
        found, remarks = submitted.read(job.submitted)
        released = _notebook(job.released) if job.released else None
        laid = master.lay(_notebook(job.master), found, released)
    except Mistake as mistake:
        return Judgement(failure=str(mistake))
    isolation.isolated = lambda fn, engine: fn  # each device has a process of its own as it is
    for cell in laid.cells:
        _prepare(cell, released)
    session = Session(zygote, {**job.files, **job.given}, job.limits)
    grading = Grading(laid, shell, session, at, skip, job.until)
    try:
        grading.run()
    except NoJail as reason:
        return Judgement(failure=f"Not graded: {reason}.", passing=True)
    finally:
        session.end()
    said = [*remarks, *laid.remarks, *grading.remarks]
    judgement = Judgement(grading.verdicts, [sanitize.text(remark) for remark in said])
    judgement.seconds = {"student": session.seconds, "total": time.monotonic() - began}
    rubric.insert(laid.notebook, laid.cells)
    kept = {"done": True, "remarks": judgement.remarks, "cells": list(map(asdict, judgement.cells))}
    laid.notebook["metadata"][METADATA_KEY] = kept
    judgement.notebook = json.dumps(laid.notebook, ensure_ascii=False)
    return judgement


def _prepare(cell: master.Cell, released: dict | None) -> None:
    node = cell.node
    if cell.role == "written" or str(node["id"]).startswith("own-"):
        if node["cell_type"] == "markdown":  # of the student's: Formgrader renders it
            node["source"] = sanitize.markdown(node["source"])
        elif node["cell_type"] == "raw":  # which nbconvert writes into the page as it is
            lines = node["source"].split("\n")
            node["cell_type"] = "markdown"
            node["source"] = sanitize.markdown("\n".join(f"    {line}" for line in lines))
        if "attachments" in node:
            node["attachments"] = sanitize.attachments(node["attachments"])
    if cell.role == "test" and AUTOTEST.search(cell.source) and released:
        # nbgrader writes the tests that this line stands for when it makes the release
        made = [each for each in released["cells"] if grade_id(each) == cell.name]
        cell.source = text(made[0]) if made else cell.source
