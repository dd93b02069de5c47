"""nbgrader preprocessors, named in nbgrader_config.py.

KeepDots   in the release: an answer's name with dots needs no stub
Restore    before grading: graded cells as released, each exactly once
Run        runs the notebook; no cell that did not run can earn points
HideTests  feedback without hidden tests
"""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import nbformat
from nbclient.exceptions import CellTimeoutError, DeadKernelError
from nbgrader.api import Gradebook, MissingEntry
from nbgrader.preprocessors import ClearSolutions, Execute, NbGraderPreprocessor
from traitlets import Integer

from . import master
from .credit import credit
from .verdict import METADATA_KEY


def remark(nb, *sentences: str) -> None:
    """Keep what is worth telling about a submission in its notebook's metadata."""
    kept = nb.metadata.setdefault(METADATA_KEY, nbformat.from_dict({"remarks": []}))
    kept["remarks"] = list(dict.fromkeys([*kept["remarks"], *sentences]))


class KeepDots(ClearSolutions):
    """Where `name = ...` asks for a value, the dots are the stub: whoever fills them in is done."""

    def preprocess_cell(self, cell, resources, cell_index):
        cell, resources = super().preprocess_cell(cell, resources, cell_index)
        if cell.cell_type == "code" and re.search(r"^\w+ = \.\.\.", cell.source, re.MULTILINE):
            stub = self.code_stub[resources["language"]]
            cell.source = cell.source.replace(f"\n{stub}", "")
        return cell, resources


class Restore(NbGraderPreprocessor):
    """Set a submission right against the released cells, which the gradebook keeps."""

    def preprocess(self, nb, resources):
        facts = resources["nbgrader"]
        nb.metadata.pop(METADATA_KEY, None)  # students can't write their own
        with Gradebook(facts["db_url"]) as gradebook:
            notebook = gradebook.find_notebook(facts["notebook"], facts["assignment"])
            points = {c.name: c.max_score for c in [*notebook.grade_cells, *notebook.task_cells]}
            roles = {
                "grade": {c.name for c in notebook.grade_cells},
                "solution": {c.name for c in notebook.solution_cells},
                "task": {c.name for c in notebook.task_cells},
            }
            cells = [self._released(cell, roles, points) for cell in notebook.source_cells]
        cells.sort(key=self._order(facts))
        remark(nb, *master.restore(nb, cells, self._new_cell))
        return nb, resources

    def _released(self, cell, roles: dict, points: dict) -> master.Released:
        metadata = {role: cell.name in names for role, names in roles.items()}
        metadata |= {"grade_id": cell.name, "locked": cell.locked, "schema_version": 3}
        metadata |= {"checksum": cell.checksum, "cell_type": cell.cell_type}
        if cell.name in points:
            metadata["points"] = points[cell.name]
        return master.Released(cell.name, cell.cell_type, metadata, cell.source)

    def _order(self, facts: dict):
        """The master notebook's order; the gradebook keeps none."""
        try:
            coursedir = self.parent.parent.coursedir
            folder = coursedir.format_path(coursedir.source_directory, ".", facts["assignment"])
            path = Path(folder) / f"{facts['notebook']}.ipynb"
            nb = nbformat.read(path, as_version=4)
        except (AttributeError, OSError, ValueError):
            return lambda cell: 0
        names = [cell.metadata.get("nbgrader", {}).get("grade_id") for cell in nb.cells]
        return lambda cell: names.index(cell.name) if cell.name in names else len(names)

    @staticmethod
    def _new_cell(old: master.Released):
        make = {"code": nbformat.v4.new_code_cell, "markdown": nbformat.v4.new_markdown_cell}
        metadata = {"nbgrader": dict(old.metadata), "deletable": False}
        return make[old.cell_type](old.source, metadata=metadata)


class Run(Execute):
    """Run a notebook for grading.

    nbgrader takes a test cell without output for a passed one, so each test cell that did not run
    to its end gets an error with the reason. A dead kernel ends the run but not the grading. Lines
    on stderr cost nothing. Output is cut at `max_output` characters a cell.
    """

    max_output = Integer(100_000, help="Characters of output kept of one cell").tag(config=True)

    def start_new_kernel(self, **kwargs):
        """Start the kernel without its own log, which would land in the instructor's terminal."""
        super().start_new_kernel(**kwargs, stderr=subprocess.DEVNULL)

    def preprocess(self, nb, resources, km=None):
        self.stopped: str | None = None
        self.ran: set[int] = set()
        self.skip_cells_with_tag = ""
        seconds = self.timeout
        self.error_on_timeout = _error("CellTimeout", f"stopped after {seconds} s")
        try:
            nb, resources = super().preprocess(nb, resources, km)
        except DeadKernelError:  # on the way out
            self.stopped = self.stopped or "the kernel died"
        if self.stopped:
            remark(nb, f"{self.stopped}; the cells after it did not run.")
        for index, cell in enumerate(nb.cells):
            if cell.cell_type == "code":
                self._settle(nb, cell, index)
        nb.metadata.pop("widgets", None)
        remark(nb)
        nb.metadata[METADATA_KEY]["done"] = True  # an interrupted grading has no verdict
        return nb, resources

    def preprocess_cell(self, cell, resources, index):
        if self.stopped or cell.cell_type != "code":
            return cell, resources
        self.size = 0
        try:
            super().preprocess_cell(cell, resources, index)
            self.ran.add(index)
        except DeadKernelError:
            self.stopped = f"cell {index + 1}{_named(cell)} ended the kernel"
        except CellTimeoutError:
            # it took no interrupt either: nothing more can run in this kernel
            self.stopped = f"cell {index + 1}{_named(cell)} did not stop after {self.timeout} s"
            self._kill()
        return cell, resources

    def output(self, outs, msg, display_id, cell_index):
        """Keep an output, unless the cell has had its share."""
        self.size += len(str(msg["content"]))
        if self.size > self.max_output and msg["msg_type"] != "error":
            self.cut.add(cell_index)
            return None
        return super().output(outs, msg, display_id, cell_index)

    def reset_execution_trackers(self):
        super().reset_execution_trackers()
        self.size, self.cut = 0, set()

    def _kill(self) -> None:
        from jupyter_core.utils import run_sync

        run_sync(self.km.shutdown_kernel)(now=True)

    def _settle(self, nb, cell, index: int) -> None:
        """Make the cell's outputs say what happened, in the terms that nbgrader scores by."""
        _to_stdout(cell)  # stderr would cost the points
        for output in cell.outputs:
            if output.output_type == "error" and output.ename == "CellTimeout":
                remark(nb, f"cell {index + 1}{_named(cell)} was stopped after {self.timeout} s.")
        if index in self.cut:
            remark(nb, f"cell {index + 1}{_named(cell)} printed too much; the rest was cut.")
        data = cell.metadata.get("nbgrader", {})
        if not data.get("grade") or data.get("solution"):
            return
        if index not in self.ran:
            reason = f"this test did not run: {self.stopped or 'it was skipped'}"
            cell.outputs = [nbformat.v4.new_output("error", **_error("NotRun", reason))]
            return
        for output in cell.outputs:
            if output.output_type == "execute_result":
                self._partial_credit(nb, cell, output, data)

    def _partial_credit(self, nb, cell, output, data: dict) -> None:
        """nbgrader reads a number as partial credit, and what it can't read as full marks."""
        score, reason = credit(str(output.data.get("text/plain", "")), data["points"])
        if score is None:  # a picture, say: show it, but don't have it read as a number
            output.output_type = "display_data"
            output.pop("execution_count", None)
            return
        if not reason:
            output.data["text/plain"] = f"{score:.10g}"
            return
        remark(nb, f"test {data['grade_id']}: {reason}.")
        cell.outputs = [nbformat.v4.new_output("error", **_error("BadCredit", reason))]


class HideTests(NbGraderPreprocessor):
    """Take hidden tests out of the feedback: their lines, tracebacks, and any echo of them."""

    def preprocess(self, nb, resources):
        hidden: set[str] = set()
        for cell in nb.cells:
            cell.source, lines = master.without_hidden(cell.source)
            hidden |= lines
        shown = {line.strip() for cell in nb.cells for line in cell.source.split("\n")}
        secret = sorted((line for line in hidden - shown if len(line) >= 8), key=len, reverse=True)
        for cell in nb.cells:
            for output in cell.get("outputs", []):
                if output.output_type == "error":
                    # a traceback quotes the lines of the test
                    output.traceback = [f"{output.ename}: {output.evalue}"]
                for echo in secret:
                    _scrub(output, echo)
        return nb, resources


def forgive_stderr() -> None:
    """Let no line on stderr fail a cell in Validate either, which runs nbgrader's own Execute.

    nbgrader has no setting for this; the method is wrapped once.
    """
    told = Execute.on_cell_executed
    if getattr(told, "forgives", False):
        return

    def on_cell_executed(self, **kwargs):
        told(self, **kwargs)
        _to_stdout(kwargs["cell"])

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


def _to_stdout(cell) -> None:
    for output in cell.outputs:
        if output.output_type == "stream":
            output.name = "stdout"


def _error(name: str, text: str) -> dict:
    return {"ename": name, "evalue": text, "traceback": [f"{name}: {text}"]}


def _named(cell) -> str:
    name = cell.metadata.get("nbgrader", {}).get("grade_id")
    return f" ({name})" if name else ""


def _scrub(output, echo: str) -> None:
    for key in ("text", "evalue"):
        if echo in output.get(key, ""):
            output[key] = output[key].replace(echo, "[hidden]")
    if "traceback" in output:
        output.traceback = [line.replace(echo, "[hidden]") for line in output.traceback]
    for kind, data in output.get("data", {}).items():
        if isinstance(data, str) and echo in data:
            output.data[kind] = data.replace(echo, "[hidden]")
