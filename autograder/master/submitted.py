"""The file that a student handed in, whatever it holds, read as a notebook of one plain shape.

Kept of a cell: type, source, pasted pictures, id, and what nbgrader knows it by. Outputs and all
other metadata are dropped. A file that is no notebook is refused with the reason, which never
quotes it.
"""

from __future__ import annotations

import json
import re
from collections import Counter

from ..course import Mistake

LARGEST = 100_000_000  # bytes
MOST_CELLS = 3_000
MOST_PARTS = 10_000_000  # lists and objects, which take twenty times their size in memory
_KINDS = ("code", "markdown", "raw")
_PICTURES = ("image/png", "image/jpeg", "image/gif", "image/webp", "image/svg+xml")
_OTHER_FILES = {
    b"PK\x03\x04": "a zip archive: hand in the .ipynb file that is in it",
    b"\x1f\x8b": "a compressed file: hand in the .ipynb file that is in it",
    b"%PDF": "a PDF: hand in the .ipynb file itself",
    b"\x89PNG": "a picture: hand in the .ipynb file itself",
}
_CONFLICT = re.compile(r"^<{7}( |$)", re.MULTILINE), re.compile(r"^>{7}( |$)", re.MULTILINE)


def read(data: bytes) -> tuple[dict, list[str]]:
    """The submitted notebook as a normal nbformat-4 dict, and remarks.

    Raises Mistake with the reason when the file is no notebook that can be read.
    """
    if len(data) > LARGEST:
        raise Mistake(
            f"The file has {len(data) / 1e6:.0f} MB, and {LARGEST / 1e6:.0f} MB is the most that "
            "is read: clear its outputs and hand it in again."
        )
    text, remarks = _decode(data)
    nb = _parse(text)
    try:
        nb, more = _upgrade(nb)
        cells, most = _cells(nb["cells"])
    except (RecursionError, MemoryError):
        raise Mistake("The notebook is nested too deeply to be read.") from None
    _name(cells)
    found = {"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
    return found, [*remarks, *more, *most, *_language(nb)]


def _decode(data: bytes) -> tuple[str, list[str]]:
    if not data.strip(b"\0 \t\r\n"):
        raise Mistake("The file is empty.")
    for start, what in _OTHER_FILES.items():
        if data.startswith(start):
            raise Mistake(f"The file is no notebook but {what}.")
    encoding, remarks = json.detect_encoding(data), []
    try:
        text = data.decode(encoding, "surrogatepass")
        if not encoding.startswith("utf-8"):
            remarks = [f"The file was {encoding[:6].upper()}, not UTF-8; it was read as that."]
    except UnicodeDecodeError:
        text = data.decode("utf-8", "replace")
        remarks = ["The file is not UTF-8; characters that can't be read were replaced."]
    return text.removeprefix("\ufeff").replace("\0", ""), remarks


def _parse(text: str):
    if not text.strip():
        raise Mistake("The file is empty.")
    if text.lstrip()[0] == "<" and not text.lstrip().startswith("<<<<<<<"):
        raise Mistake(
            "The file is a web page, not a notebook (a login page that the browser saved, "
            "perhaps): download the .ipynb file itself."
        )
    if text.count("[") + text.count("{") > MOST_PARTS:
        raise Mistake("The file holds too many lists to be read: clear its outputs.")
    try:
        return json.loads(text, strict=False)
    except (RecursionError, MemoryError):
        raise Mistake("The file is nested too deeply to be read.") from None
    except json.JSONDecodeError as error:
        raise Mistake(_why_not_json(text, error)) from None
    except ValueError:  # a number of thousands of digits
        raise Mistake("The file holds a number that can't be read.") from None


def _why_not_json(text: str, error: json.JSONDecodeError) -> str:
    if all(mark.search(text) for mark in _CONFLICT):
        return (
            "The file holds git's conflict markers (<<<<<<< and >>>>>>>), so it is no notebook: "
            "resolve the conflict and hand it in again."
        )
    if text.lstrip()[0] not in "{[":
        return "The file is no notebook: it is not JSON."
    broken_off = error.msg.startswith("Unterminated string") or not text[error.pos :].strip()
    if broken_off:
        return "The file ends too early: it was cut off, so save it and hand it in again."
    return f"The file is not a notebook that can be read: line {error.lineno} is not JSON."


def _upgrade(nb) -> tuple[dict, list[str]]:
    """The notebook in nbformat 4. Raises Mistake for what is no notebook, or of the future."""
    if not isinstance(nb, dict):
        what = "a list" if isinstance(nb, list) else "a single value"
        raise Mistake(f"The file is JSON but no notebook: it holds {what}.")
    if not isinstance(nb.get("cells"), list) and not isinstance(nb.get("worksheets"), list):
        raise Mistake("The file is JSON but no notebook: it has no list of cells.")
    major, minor = _whole(nb.get("nbformat")), _whole(nb.get("nbformat_minor"))
    if major is None:
        major = 4 if isinstance(nb.get("cells"), list) else 3
    if major > 4:
        raise Mistake(
            f"The notebook is of format {min(major, 999)}, and 4 is the newest that is known: save "
            "it as format 4."
        )
    if major == 4 and isinstance(nb.get("cells"), list):
        newer = minor is not None and minor > 5
        return nb, ["The notebook's format is newer than 4.5; it was read as 4.5."] if newer else []
    return _from_old(nb, major), ["The notebook was of an old format (3 or less); converted to 4."]


def _whole(value) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def _from_old(nb: dict, major: int) -> dict:
    import nbformat  # slow to import, and hardly ever needed

    try:
        if isinstance(nb.get("worksheets"), list):
            major = min(max(major, 2), 3)
        version = nbformat.convert(nbformat.from_dict({**nb, "nbformat": major}), 4)
        found = json.loads(json.dumps(version))
    except (RecursionError, MemoryError):
        raise
    except Exception:  # whatever the converter meets in a file that is not as it should be
        raise Mistake("The notebook is of an old format and can't be converted.") from None
    if not isinstance(found.get("cells"), list):
        raise Mistake("The notebook is of an old format and can't be converted.")
    return found


def _cells(given: list) -> tuple[list[dict], list[str]]:
    if len(given) > MOST_CELLS:
        raise Mistake(f"The notebook has over {MOST_CELLS} cells, which is more than is read.")
    cells = [_cell(cell) for cell in given if isinstance(cell, dict)]
    wrong = Counter()
    for cell in given:
        if not isinstance(cell, dict):
            wrong["no cell at all; left out"] += 1
        elif not _is_source(cell.get("source", "")):
            wrong["without a text; taken as empty"] += 1
        elif cell.get("cell_type") not in _KINDS:
            wrong["of an unknown type"] += 1
    return cells, [
        f"{n} of its cells {'was' if n == 1 else 'were'} {what}." for what, n in wrong.items()
    ]


def _is_source(source) -> bool:
    return isinstance(source, str | list)


def _cell(given: dict) -> dict:
    kind = given.get("cell_type")
    if kind not in _KINDS:
        kind = "code" if "outputs" in given or "execution_count" in given else "raw"
        kind = "markdown" if given.get("cell_type") in ("heading", "html") else kind
    metadata = given.get("metadata")
    role = metadata.get("nbgrader") if isinstance(metadata, dict) else None
    cell = {
        "id": given.get("id"),
        "cell_type": kind,
        "metadata": {"nbgrader": _scalars(role)} if isinstance(role, dict) else {},
        "source": _source(given.get("source", "")),
    }
    if kind == "code":
        return {**cell, "execution_count": None, "outputs": []}
    pictures = _pictures(given.get("attachments"))
    return {**cell, "attachments": pictures} if pictures else cell


def _source(source) -> str:
    """One clean text: `\\n` at line ends, no NUL, nothing that UTF-8 can't hold."""
    if isinstance(source, list):
        lines, stack = [], [source]
        while stack:
            item = stack.pop()
            if isinstance(item, list):
                stack += reversed(item)
            elif isinstance(item, str):
                lines.append(item)
        # some tools write lines without their ends
        source = ("" if any("\n" in line or "\r" in line for line in lines) else "\n").join(lines)
    return _clean(source) if isinstance(source, str) else ""


def _clean(text: str) -> str:
    text = text.replace("\r\n", "\n").replace("\r", "\n").replace("\0", "")
    if not text.isascii():
        # halves of a pair that stand together make one character, others none
        text = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return text


def _scalars(role: dict) -> dict:
    """What nbgrader keeps of a cell, without what its metadata never holds."""
    known = "grade_id grade solution locked task points checksum cell_type schema_version".split()
    kept = {}
    for key in known:
        value = role.get(key)
        if isinstance(value, str):
            kept[key] = _clean(value)[:1000]
        elif isinstance(value, bool) or (isinstance(value, int | float) and _sane(value)):
            kept[key] = value
    return kept


def _sane(number: int | float) -> bool:
    return -1e15 < number < 1e15  # nor is it NaN


def _pictures(attachments) -> dict:
    """Pictures that are pasted into a text."""
    kept = {}
    for name, bundle in attachments.items() if isinstance(attachments, dict) else ():
        bundle = bundle if isinstance(bundle, dict) else {}
        found = {kind: _source(bundle[kind]) for kind in _PICTURES if _is_source(bundle.get(kind))}
        if found:
            kept[_clean(name)] = found
    return kept


def _name(cells: list[dict]) -> None:
    """An id for each cell, each once; its own where that is possible."""
    used = set()
    for number, cell in enumerate(cells, start=1):
        wish = cell["id"]
        fits = isinstance(wish, str) and re.fullmatch(r"[a-zA-Z0-9_-]{1,64}", wish)
        cell["id"] = wish if fits and wish not in used else f"cell-{number}"
        while cell["id"] in used:
            cell["id"] += "-x"
        used.add(cell["id"])


def _language(nb: dict) -> list[str]:
    metadata = nb.get("metadata")
    metadata = metadata if isinstance(metadata, dict) else {}
    for table, key in (("kernelspec", "language"), ("language_info", "name")):
        value = metadata.get(table)
        language = value.get(key) if isinstance(value, dict) else None
        if isinstance(language, str) and language and "python" not in language.lower():
            return ["The notebook names another language than Python; it was run as Python."]
    return []
