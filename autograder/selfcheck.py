"""`autograder self-check`: grade one's own notebook, and write nothing.

Where the masters are at hand (source/), by them; in a student's repository by the released
notebooks, whose tests are those that a student sees.
"""

from __future__ import annotations

import json
import re
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from .collect import given_files, own_files
from .course import Mistake, read
from .judgement import CellVerdict, Job, Judgement
from .master import released, submitted

COPY = re.compile(r"( \(\d+\)|-Copy\d+)$")  # what browsers and JupyterLab add to a name


@dataclass(frozen=True)
class Master:
    """The notebook to grade by; `whole` with hidden tests, else as released."""

    path: Path
    whole: bool

    @property
    def level(self) -> str:
        return self.path.parent.name


def self_check(root: Path, notebook: Path) -> tuple[Master, Judgement]:
    """Grade the notebook by the master that it is a copy of."""
    if not notebook.is_file():
        raise Mistake(f"{notebook} is no notebook: name an .ipynb file.")
    try:
        data = notebook.read_bytes()
    except OSError as error:
        raise Mistake(f"can't read {notebook}: {error.strerror}.") from None
    master = find_master(root, notebook, data)
    release = root / "release" / master.level / master.path.name
    # a folder that is not the level's may hold anything
    files = own_files(notebook.parent) if notebook.parent.name == master.level else {}
    job = Job(
        master=read(master.path),
        submitted=data,
        released=read(release) if release.is_file() else "",
        files=files,
        given=given_files(release.parent),
    )
    with ThreadPoolExecutor(1) as worker:
        from .judge import judge

        judging = worker.submit(judge, job)
        from . import table  # noqa: F401 (it takes a while, and is wanted when this is done)

        judgement = judging.result()
    if judgement.failure is not None:
        raise Mistake(f"{notebook.name} can't be graded: {judgement.failure}")
    return master, judgement


def find_master(root: Path, notebook: Path, data: bytes) -> Master:
    """The master with the notebook's name, else the one with most of its graded cells."""
    whole = (root / "source").is_dir()
    folder = "source" if whole else "release"
    masters = [Master(path, whole) for path in sorted((root / folder).glob("*/*.ipynb"))]
    name = COPY.sub("", notebook.stem).casefold()
    named = [one for one in masters if one.path.stem.casefold() == name]
    if len(named) == 1:
        return named[0]
    cells, _ = submitted.read(data)
    own = {released.grade_id(cell) for cell in cells["cells"]} - {""}
    shared = {one: len(own & _names(one.path)) for one in masters}
    best = [one for one in masters if shared[one] and shared[one] == max(shared.values())]
    if len(best) == 1:
        return best[0]
    known = ", ".join(one.path.name for one in masters) or "none"
    raise Mistake(
        f"{notebook.name} is like no assignment in {folder}/, or like several: give it the name of "
        f"one ({known})."
    )


def _names(path: Path) -> set[str]:
    try:
        return {released.grade_id(cell) for cell in json.loads(read(path))["cells"]} - {""}
    except (ValueError, LookupError, TypeError):
        return set()


def exercises(cells: list[CellVerdict]) -> dict[str, list[CellVerdict]]:
    """Graded cells by the answer that they are about."""
    found: dict[str, list[CellVerdict]] = {}
    for cell in cells:
        found.setdefault(cell.tests or cell.name, []).append(cell)
    return found


def _reason(cell: CellVerdict) -> str:
    return f"{cell.reason.rstrip('.')} ({cell.line})" if cell.line else cell.reason


def show(master: Master, judgement: Judgement) -> None:
    """Print the score by exercise, the reasons, and the sum."""
    from rich.table import Table

    from .table import console, joined

    out, table = console(), Table("exercise", box=None, pad_edge=False)
    table.add_column("score", justify="right")
    table.add_column("of", justify="right")
    table.add_column("reasons", overflow="fold")
    for name, cells in exercises(judgement.cells).items():
        scores = [cell.score for cell in cells if cell.score is not None]
        score = f"{sum(scores):.4g}" if scores else "by hand"
        points = f"{sum(cell.points for cell in cells):.4g}"
        reasons = dict.fromkeys(_reason(cell) for cell in cells if cell.reason)
        table.add_row(name, score, points, joined([*reasons]))
    out.print(table)
    for remark in judgement.remarks:
        out.print(remark)
    known = sum(cell.score for cell in judgement.cells if cell.score is not None)
    out.print(f"{known:g} of {sum(cell.points for cell in judgement.cells):g}")
    if not master.whole:
        out.print("By the tests in the released notebook; hidden ones are not here.")
