"""What nbgrader_config.py names for releasing and for Validate.

KeepDots        in the release: an answer's name with dots needs no stub
set_due_date    after a release: the due date of course.toml into the gradebook
forgive_stderr  in Validate: a line on stderr fails nothing
"""

from __future__ import annotations

import re
from pathlib import Path

from nbgrader.api import Gradebook, MissingEntry
from nbgrader.preprocessors import ClearSolutions, Execute


class KeepDots(ClearSolutions):
    """Where `name = ...` asks for a value, the dots are the stub: whoever fills them in is done."""

    def preprocess_cell(self, cell, resources, cell_index):
        cell, resources = super().preprocess_cell(cell, resources, cell_index)
        if cell.cell_type == "code" and re.search(r"^\w+ = \.\.\.", cell.source, re.MULTILINE):
            stub = self.code_stub[resources["language"]]
            cell.source = cell.source.replace(f"\n{stub}", "")
        return cell, resources


def forgive_stderr() -> None:
    """Let no line on stderr fail a cell in Validate either, which runs nbgrader's own Execute.

    nbgrader has no setting for this; the method is wrapped once.
    """
    told = Execute.on_cell_executed
    if getattr(told, "forgives", False):
        return

    def on_cell_executed(self, **kwargs):
        told(self, **kwargs)
        for output in kwargs["cell"].outputs:
            if output.output_type == "stream":
                output.name = "stdout"

    on_cell_executed.forgives = True
    Execute.on_cell_executed = on_cell_executed


def set_due_date(assignment: str, student: str, notebooks: list[str]) -> None:
    """nbgrader's hook after generate_assignment: the due date of course.toml into the gradebook."""
    from .course import load
    from .front import due_date

    path = Path.cwd() / "gradebook.db"
    level = load(Path.cwd()).levels.get(assignment)
    if level is None or level.due is None or not path.is_file():
        return
    with Gradebook(f"sqlite:///{path}") as gradebook:
        try:
            gradebook.find_assignment(assignment).duedate = due_date(level)
        except MissingEntry:
            return
        gradebook.db.commit()
