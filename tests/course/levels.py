"""The levels that are written, and their notebooks, for the tests beside this file."""

import importlib
import re
import tomllib
from functools import cache
from pathlib import Path

import nbformat

ROOT = Path(__file__).resolve().parents[2]
COURSE = tomllib.loads((ROOT / "course" / "course.toml").read_text(encoding="utf-8"))
LEVELS = [name for name in COURSE["levels"] if (ROOT / "course" / name / "lesson.md").is_file()]


@cache
def lesson(level):
    return _read(ROOT / "notebooks" / f"{COURSE['levels'][level]['notebook']}.ipynb")


@cache
def assignment(level, folder):
    """The cells of its notebook in source/ or release/."""
    return _read(ROOT / folder / level / f"{COURSE['levels'][level]['notebook']}.ipynb").cells


def _read(path):
    return nbformat.read(path, as_version=4)


@cache
def claims(level):
    """What the text of a lesson claims, beside its own cells: tests/course/claims_<level>.py."""
    return importlib.import_module(f".claims_{level}", __package__)


def code_cells(notebook):
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def breaks_on_purpose(cell):
    return "raises-exception" in cell.metadata.get("tags", [])


def role(cell):
    return cell.metadata.get("nbgrader", {})


def grade_id(cell):
    return role(cell).get("grade_id")


def words(markdown):
    """What is read before doing: hints are folded away, a symbol is a word."""
    text = re.sub(r"<details>.*?</details>", "", markdown, flags=re.DOTALL)
    return len(re.sub(r"[|#*`>-]", " ", re.sub(r"[${}\\]", "", text)).split())
