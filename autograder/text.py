"""MyST text <-> notebook, by jupytext, in one normal form so that the round trip loses nothing.

Normal form of a notebook: nbformat 4.5, no outputs, no counts, no volatile metadata, ids derived
from what a cell is and where it stands (jupytext keeps none), blank lines around a markdown cell
dropped. `to_text` reads back what it wrote, and refuses with the cell's name if anything differs.
"""

from __future__ import annotations

import hashlib
import json
import re
import warnings

import nbformat
import yaml
from jupytext.myst import (
    MystMetadataParsingError,
    dump_yaml_blocks,
    myst_to_notebook,
    notebook_to_myst,
    strip_blank_lines,
)
from nbformat import ValidationError
from nbformat.reader import NotJSONError

from . import shortforms
from .course import Mistake

KERNEL = {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"}
HEADER = {"text_representation": {"extension": ".md", "format_name": "myst"}}
# what jupytext raises at a text that makes no sense
READING = (MystMetadataParsingError, ValidationError, yaml.YAMLError, ValueError, TypeError)
READING += (AttributeError, AssertionError)
# what an editor or a kernel leaves behind
VOLATILE_NOTEBOOK = ("language_info", "widgets", "celltoolbar", "signature", "orig_nbformat")
VOLATILE_CELL = ("execution", "ExecuteTime", "collapsed", "scrolled", "trusted")


def to_notebook(text: str, where: str):
    """Text -> (the notebook in normal form, the place of each cell as `file, line n`).

    Raises Mistake for what can't be read, an unknown option or a contradictory one.
    """
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # two lexer names: harmless
            nb = myst_to_notebook(text, add_source_map=True)
    except READING as error:
        raise Mistake(f"{where}: {_one_line(error)}") from None
    places = [f"{where}, line {_first_line(text, n)}" for n in nb.metadata.pop("source_map")]
    tests: dict[str, int] = {}
    for cell, place in zip(nb.cells, places, strict=True):
        if not isinstance(cell.metadata, dict):
            raise Mistake(f"{place}: a cell's options are lines of `:name: value`.")
        try:
            json.dumps(cell.metadata)
        except TypeError:
            raise Mistake(f"{place}: put quotes around a date in the options.") from None
        metadata, attachments = shortforms.expand(cell.metadata, tests, place)
        cell.metadata = nbformat.from_dict(metadata)
        if attachments:
            cell.attachments = nbformat.from_dict(attachments)
    return normal(nb), places


def to_text(nb, where: str, header: dict | None = None) -> str:
    """A notebook -> text, with the short forms; `header` is the text's own `jupytext:` block.

    Raises Mistake, which names the cell, for a notebook that MyST can't hold without loss.
    """
    nb = normal(nb)
    text = _write(nb, header or HEADER)
    if _read(text) != nb:
        index, why = _culprit(nb, _read(text))
        raise Mistake(f"{cell_place(where, nb, index)} can't be kept as text: {why}")
    return text


def _write(nb, header: dict) -> str:
    draft = nbformat.v4.new_notebook(metadata={"jupytext": header, **nb.metadata})
    solutions: list[str] = []
    tests: dict[str, int] = {}
    for cell in nb.cells:
        options = shortforms.contract(cell, solutions, tests)
        solutions += [options["solution"]] if "solution" in options else []
        source = cell.source if cell.cell_type == "markdown" else _guard(cell.source, options)
        draft.cells.append(
            nbformat.from_dict(
                {"cell_type": cell.cell_type, "source": source, "metadata": _plain(options)}
            )
        )
    return notebook_to_myst(draft)


def _read(text: str):
    try:
        return to_notebook(text, "")[0]
    except Mistake:
        return None


def normal(nb):
    """A copy of the notebook in normal form."""
    cells = []
    for old in nb.cells:
        source = "".join(old.source)
        metadata = {k: v for k, v in _plain(old.metadata).items() if k not in VOLATILE_CELL}
        if "jupyter" in metadata:
            metadata["jupyter"].pop("outputs_hidden", None)
            metadata = {k: v for k, v in metadata.items() if k != "jupyter" or v}
        if isinstance(metadata.get("nbgrader"), dict):
            role = {"task": False, **metadata["nbgrader"]}
            metadata["nbgrader"] = {
                k: v for k, v in role.items() if k not in ("checksum", "cell_type")
            }
        cell = {"cell_type": old.cell_type, "id": "-", "metadata": metadata, "source": source}
        if old.cell_type == "code":
            cell |= {"execution_count": None, "outputs": []}
        elif old.get("attachments"):
            cell["attachments"] = _plain(old.attachments)
        if old.cell_type == "markdown":
            cell["source"] = strip_blank_lines(source)
            if not (cell["source"] or metadata or "attachments" in cell):
                continue
        cells.append(cell)
    metadata = {
        k: v
        for k, v in _plain(nb.metadata).items()
        if k not in ("jupytext", *VOLATILE_NOTEBOOK) and not (k == "jupyter" and "jupytext" in v)
    }
    metadata["kernelspec"] = metadata.get("kernelspec", KERNEL)
    new = nbformat.from_dict(
        {"cells": cells, "metadata": metadata, "nbformat": 4, "nbformat_minor": 5}
    )
    _name_cells(new)
    return new


def dumps(nb) -> str:
    """The notebook's file: the same text each time, as nbgrader writes it, newline at the end."""
    return nbformat.writes(nb, version=4).rstrip("\n") + "\n"


def loads(text: str, where: str):
    """A notebook's file -> notebook. Raises Mistake when it is no notebook."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # missing or doubled ids are derived anew
            nb = nbformat.reads(text, as_version=4)
        # nbformat only logs what doesn't fit its schema
        for cell in nb.cells:
            if cell.cell_type not in ("code", "markdown", "raw"):
                raise ValueError(f"it has a cell of type {cell.cell_type!r}")
            cell.metadata, cell.source = cell.metadata, cell.source
    except NotJSONError:  # its message quotes the file, which may hold anything
        raise Mistake(f"{where} is not a notebook that can be read: it is not JSON") from None
    except ValueError as error:
        raise Mistake(f"{where} is not a notebook that can be read: {_one_line(error)}") from None
    except Exception:
        why = "its structure is not that of a notebook"
        raise Mistake(f"{where} is not a notebook that can be read: {why}") from None
    return nb


def header_of(text: str) -> dict | None:
    """The `jupytext:` block of a text's front matter, if it has one."""
    match = re.match(r"---\n(.*?)\n---\s*\n", text, re.DOTALL)
    try:
        data = yaml.safe_load(match[1]) if match else None
    except yaml.YAMLError:
        return None
    return data.get("jupytext") if isinstance(data, dict) else None


def cell_place(where: str, nb, index: int) -> str:
    """A cell of a notebook as a person finds it: its number, and its grade_id if it has one."""
    name = nb.cells[index].metadata.get("nbgrader", {}).get("grade_id")
    return f"{where}, cell {index + 1}" + (f" ({name})" if name else "")


def _name_cells(nb) -> None:
    """Ids: the grade_id; else the heading or exercise above, the kind, and the number there."""
    used: set[str] = set()
    anchor, counts = "top", {}
    for cell in nb.cells:
        data = cell.metadata.get("nbgrader")
        wish = data.get("grade_id") if isinstance(data, dict) else None
        heading = cell.cell_type == "markdown" and re.match(r"#+ +(.+)", cell.source)
        if heading and not wish:
            wish = re.sub(r"[^a-z0-9]+", "-", heading[1].lower()).strip("-")[:40] or "heading"
        if wish:
            anchor, counts = _fit(wish), {}
            wish = anchor
        else:
            counts[cell.cell_type] = counts.get(cell.cell_type, 0) + 1
            wish = _fit(f"{anchor}-{cell.cell_type}-{counts[cell.cell_type]}")
        name, n = wish, 1
        while name in used:
            n += 1
            name = f"{wish[:58]}-{n}"
        used.add(name)
        cell.id = name


def _fit(name: str) -> str:
    """At most 56 characters that nbformat takes in an id, and still one name a grade_id."""
    clean = re.sub(r"[^a-zA-Z0-9_-]", "-", name)
    if len(clean) <= 56 and clean == name:
        return name
    return f"{clean[:47]}-{hashlib.sha256(name.encode()).hexdigest()[:8]}"


def _guard(source: str, options: dict) -> str:
    """Blank lines and colons at a code cell's rim that jupytext would take for its own."""
    compact = bool(options) and dump_yaml_blocks(_plain(options)).startswith(":")
    colon = not options and source.lstrip().startswith(":")
    if source.endswith("\n"):
        # each time that jupytext splits and joins the lines, one at the end is lost
        source += "\n\n" if options or colon else "\n"
    first = source.split("\n", 1)[0]
    blank = bool(source) and not first.strip()
    return "\n" + source if not compact and (blank or (colon and first[:1] != ":")) else source


def _culprit(nb, back) -> tuple[int, str]:
    """Which cell didn't come back, and the likely reason; `back` is None if nothing did."""
    found = range(len(nb.cells))
    if back is None:
        alone = [nbformat.from_dict({**nb, "cells": [cell]}) for cell in nb.cells]
        bad = (i for i in found if _read(_write(alone[i], HEADER)) is None)
    else:
        bad = (i for i in found if back.cells[i : i + 1] != [nb.cells[i]])
    index = next(bad, len(nb.cells) - 1)
    cell = nb.cells[index]
    if any(len(line.splitlines()) > 1 or "\r" in line for line in cell.source.split("\n")):
        return index, "it holds a control character that ends a line; remove it."
    if "\0" in cell.source:
        return index, "it holds a NUL character; remove it."
    if cell.cell_type == "markdown" and not cell.source:
        return index, "it is empty but carries metadata; write something in it."
    if cell.cell_type == "markdown":
        return index, (
            "a line that starts with +++ or a {code-cell} fence begins a new cell there, and an "
            "open fence or comment swallows the next; put it in a longer fence, or close it."
        )
    return index, "its metadata or source has no form in MyST; simplify it."


def _first_line(text: str, start: int) -> int:
    """The number, from 1, of the first line at or after index `start` that isn't blank."""
    lines = text.splitlines()
    return 1 + next((i for i in range(start, len(lines)) if lines[i].strip()), start)


def _plain(data):
    """A deep copy as plain dicts and lists."""
    return json.loads(json.dumps(data))


def _one_line(error: BaseException) -> str:
    text = " ".join(str(error).split()) or type(error).__name__
    return text if len(text) <= 300 else text[:297] + "..."
