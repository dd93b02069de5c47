"""What lies in a submission's folder, read without trusting it.

No link is followed, nothing but regular files is opened, and nothing is opened that might not
answer (a FIFO, a device). What can't be graded is said in a sentence.
"""

from __future__ import annotations

import hashlib
import os
import stat
import sys
import sysconfig
import unicodedata
from collections.abc import Collection
from dataclasses import dataclass, field
from importlib.machinery import PathFinder
from pathlib import Path

from .master.submitted import LARGEST

FILES, FILES_SIZE = 200, 10 << 20
LOOKED_AT = 5_000  # entries of a folder
STAMP = "timestamp.txt"  # nbgrader's
ENDINGS = (".ipynb", ".ipynb.txt", ".ipynb.json")  # browsers add the last two
IGNORED = {".ipynb_checkpoints", "__pycache__", ".DS_Store", "__MACOSX"}


class Unfit(Exception):
    """Why a submission can't be graded; a sentence."""


@dataclass
class Collected:
    """The notebook and what is beside it; `failure` says why there is no notebook."""

    notebook: bytes = b""
    name: str = ""  # the notebook's
    files: dict[str, bytes] = field(default_factory=dict)
    stamp: str = ""
    remarks: list[str] = field(default_factory=list)
    failure: str | None = None

    def digest(self, *others: str) -> str:
        """Of all that a verdict rests on, `others` included: equal means nothing has changed."""
        kept = hashlib.sha256()
        files = [part for name in sorted(self.files) for part in (name, self.files[name])]
        said = [self.name, self.stamp, self.failure or "", *self.remarks, *others]
        for part in (self.notebook, *files, *said):
            part = part if isinstance(part, bytes) else part.encode("utf-8", "surrogateescape")
            kept.update(f"{len(part)} ".encode() + part)
        return kept.hexdigest()[:32]


def collect(folder: Path, notebook: str, others: Collection[str] = ()) -> Collected:
    """Read the submission in `folder`, which is of the notebook with that name (`x.ipynb`).

    `others`: notebooks of the same assignment, which are read on their own.
    """
    found = Collected()
    try:
        for place in (folder.parent, folder):
            if stat.S_ISLNK(place.lstat().st_mode):  # it may lead to the reference, say
                raise Unfit(f"{printable(place.name)} is a link: put the folder itself there.")
        entries = _entries(folder, found)
        mine = {path: status for path, status in entries.items() if path not in others}
        path = _choose(mine, notebook, found)
        found.name = printable(path)
        found.notebook = _read(folder / path, entries[path], LARGEST)
        _read_files(folder, entries, found)
    except Unfit as reason:
        found.failure = str(reason)
    except OSError as error:
        where = printable(Path(error.filename or folder).name)
        found.failure = f"{where} can't be read: {error.strerror or error}."
    return found


def own_files(folder: Path) -> dict[str, bytes]:
    """The files that go along with a notebook in that folder."""
    found = Collected()
    try:
        _read_files(folder, _entries(folder, found), found)
    except OSError:
        return {}
    return found.files


def given_files(folder: Path) -> dict[str, bytes]:
    """The files that are released beside a notebook."""
    if not folder.is_dir():
        return {}
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.suffix != ".ipynb" and not IGNORED & set(path.parts)
    }


def printable(name: str) -> str:
    """The name as text: bytes that are no UTF-8, and what would break a line, as escapes."""
    name = name.encode("utf-8", "backslashreplace").decode()
    return "".join(c if c.isprintable() else repr(c)[1:-1] for c in name)


def _entries(folder: Path, found: Collected) -> dict[str, os.stat_result]:
    """Path below `folder`, with forward slashes -> what is there; folders before what they hold."""
    entries: dict[str, os.stat_result] = {}
    left = [""]
    while left:
        below = left.pop()
        try:
            with os.scandir(folder / below) as listing:
                names = sorted(entry.name for entry in listing if entry.name not in IGNORED)
        except OSError as error:
            if not below:
                raise
            found.remarks.append(f"{printable(below)} can't be read: {error.strerror}.")
            continue
        for name in names:
            path = f"{below}/{name}" if below else name
            if len(entries) >= LOOKED_AT:
                found.remarks.append(f"Only the first {LOOKED_AT} files were looked at.")
                return entries
            entries[path] = (folder / path).lstat()
            if stat.S_ISDIR(entries[path].st_mode):
                left.append(path)
    return entries


def _choose(entries: dict[str, os.stat_result], notebook: str, found: Collected) -> str:
    """The path of the notebook to grade, with a remark if it is not where it should be."""
    if notebook in entries:
        _regular(notebook, entries[notebook])
    candidates = [
        path
        for path, status in entries.items()
        if path.lower().endswith(ENDINGS) and stat.S_ISREG(status.st_mode)
    ]
    if notebook in candidates:
        chosen = notebook
    else:
        chosen = _only([path for path in candidates if "/" not in path], notebook)
        chosen = chosen or _only(candidates, notebook)
    if not chosen:
        raise Unfit(_none(entries, notebook))
    if chosen != notebook:
        found.remarks.append(f"The notebook is called {printable(chosen)}, not {notebook}.")
    others = [path for path in candidates if path != chosen]
    if others:
        found.remarks.append(f"Beside {printable(chosen)}, not graded: {_listed(others)}.")
    return chosen


def _only(paths: list[str], notebook: str) -> str | None:
    """The one path, or the one with the right name but for its case; Unfit if several may be."""
    alike = [path for path in paths if _plain(Path(path).name) == _plain(notebook)]
    if len(alike) == 1:
        return alike[0]
    if len(paths) > 1:
        raise Unfit(f"No {notebook}, but several other notebooks: {_listed(paths)}.")
    return paths[0] if paths else None


def _plain(name: str) -> str:
    return unicodedata.normalize("NFKC", name).casefold()


def _none(entries: dict[str, os.stat_result], notebook: str) -> str:
    links = [path for path, status in entries.items() if stat.S_ISLNK(status.st_mode)]
    if links:
        return f"No {notebook}, and {printable(links[0])} is a link: put the file itself there."
    top = [path for path in entries if "/" not in path and path != STAMP]
    return f"No {notebook}: " + (
        f"there is only {_listed(top)}." if top else "the folder is empty."
    )


def _listed(paths: list[str]) -> str:
    more = f" and {len(paths) - 5} more" if len(paths) > 5 else ""
    return ", ".join(printable(path) for path in sorted(paths)[:5]) + more


def _regular(path: str, status: os.stat_result) -> None:
    kinds = {
        stat.S_ISLNK: "a link: put the file itself there.",
        stat.S_ISDIR: "a folder, not a notebook.",
    }
    for is_kind, words in kinds.items():
        if is_kind(status.st_mode):
            raise Unfit(f"{printable(path)} is {words}")
    if not stat.S_ISREG(status.st_mode):
        raise Unfit(f"{printable(path)} is no file that can be read (a pipe, a socket, a device).")


def _read(path: Path, status: os.stat_result, most: int) -> bytes:
    if status.st_size > most:
        raise Unfit(f"{printable(path.name)} is too large ({status.st_size >> 20} MB).")
    flags = os.O_RDONLY
    for name in ("O_NOFOLLOW", "O_NONBLOCK", "O_CLOEXEC", "O_BINARY"):  # where there are such
        flags |= getattr(os, name, 0)
    with open(os.open(path, flags), "rb") as file:
        _regular(path.name, os.fstat(file.fileno()))  # it may have been exchanged
        data = file.read(most + 1)
    if len(data) > most:
        raise Unfit(f"{printable(path.name)} is too large.")
    return data


def _read_files(folder: Path, entries: dict[str, os.stat_result], found: Collected) -> None:
    """The student's own files for the scratch folder, and remarks on what is left out."""
    links, odd, much, modules, unread = [], [], [], [], []
    room = FILES_SIZE
    for path, status in sorted(entries.items()):
        mode = status.st_mode
        if stat.S_ISDIR(mode) or path.lower().endswith(ENDINGS):
            continue
        if stat.S_ISLNK(mode):
            links.append(path)
        elif not stat.S_ISREG(mode):
            odd.append(path)
        elif _shadows(path, entries):
            modules.append(path)
        elif status.st_size > room or len(found.files) >= FILES:
            much.append(path)
        else:
            try:
                data = _read(folder / path, status, room)
            except (OSError, Unfit):
                unread.append(path)
                continue
            if path == STAMP:
                found.stamp = data.decode("utf-8-sig", "replace").strip()
                continue
            room -= len(data)
            found.files[path] = data
    for paths, what in (
        (links, "Left out, as links are not followed"),
        (odd, "Left out, being no regular files"),
        (unread, "Left out, as they can't be read"),
        (much, f"Left out: at most {FILES} files and {FILES_SIZE >> 20} MB are taken"),
        (modules, "Left out, as they must not take the place of a module"),
    ):
        if paths:
            found.remarks.append(f"{what}: {_listed(paths)}.")


def _shadows(path: str, entries: dict[str, os.stat_result]) -> bool:
    """Whether Python might take this file for, or as part of, a module that is installed."""
    if not path.endswith((".py", ".pyc", ".so", ".pyd")):
        return False
    top = path.split("/")[0]
    name = top.split(".")[0]
    places = {sysconfig.get_path(kind) for kind in ("purelib", "platlib")}
    return name in {*sys.stdlib_module_names, "shardlab", "autograder"} or (
        PathFinder.find_spec(name, [*places]) is not None
    )
