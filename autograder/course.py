"""Where things are: the repository, its levels, and how a file is written whole or not at all."""

from __future__ import annotations

import contextlib
import os
import re
import tempfile
import tomllib
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

MARK = "nbgrader_config.py"  # the file that makes a folder a shardlab repository


class Mistake(Exception):
    """A user's mistake: one sentence that says what, where, and what to do. Never a traceback."""


@dataclass(frozen=True)
class Level:
    """A level of course.toml; `points` is what its graded cells sum to, `due` is UTC."""

    name: str
    title: str
    notebook: str
    points: float
    due: str | None = None

    @property
    def heading(self) -> str:
        """What a page about it is called: "L2 Application"."""
        return self.name if self.title in ("", self.name) else f"{self.name} {self.title}"


@dataclass(frozen=True)
class Course:
    """A repository and its levels."""

    root: Path
    id: str
    levels: dict[str, Level]

    def level(self, name: str) -> Level:
        """The level of that name. Raises Mistake for a name that course.toml lacks."""
        if name not in self.levels:
            known = ", ".join(self.levels) or "none"
            raise Mistake(f"no level {name!r}: course/course.toml has {known}.")
        return self.levels[name]

    def text(self, level: Level, kind: str) -> Path:
        """course/<level>/<kind>.md, where kind is `lesson` or `assignment`."""
        return self.root / "course" / level.name / f"{kind}.md"

    def lesson(self, level: Level) -> Path:
        return self.root / "notebooks" / f"{level.notebook}.ipynb"

    def source(self, level: Level) -> Path:
        return self.root / "source" / level.name / f"{level.notebook}.ipynb"

    def release(self, level: Level) -> Path:
        return self.root / "release" / level.name / f"{level.notebook}.ipynb"

    def written(self) -> list[Level]:
        """The levels that have a folder; the others are simply not yet there."""
        return [v for v in self.levels.values() if (self.root / "course" / v.name).is_dir()]

    def show(self, path: Path) -> str:
        """The path as a reader knows it: from the repository's root, with forward slashes."""
        try:
            return path.relative_to(self.root).as_posix()
        except ValueError:
            return str(path)


def find_root(start: Path | None = None) -> Path:
    """The repository that `start` (default: the current folder) lies in."""
    start = (start or Path.cwd()).resolve()
    for folder in (start, *start.parents):
        if (folder / MARK).is_file():
            return folder
    raise Mistake(
        f"{start} is not in a shardlab repository (no {MARK} here or above): cd into it first."
    )


def load(root: Path | None = None) -> Course:
    """Read course/course.toml. Raises Mistake when it is missing, corrupt or incomplete."""
    root = root or find_root()
    path = root / "course" / "course.toml"
    if not path.is_file():
        raise Mistake("course/course.toml is missing: restore it, for instance from git.")
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise Mistake(f"course/course.toml can't be read as TOML: {error}.") from None
    about, tables = data.get("course", {}), data.get("levels", {})
    if not isinstance(about, dict) or not isinstance(tables, dict):
        raise Mistake(
            "course/course.toml: [course] and [levels.NAME] are tables, as in "
            '[levels.L1] and below it notebook = "L1_recognition".'
        )
    levels = {name: _level(name, table) for name, table in tables.items()}
    notebooks = [level.notebook for level in levels.values()]
    for name in sorted({name for name in notebooks if notebooks.count(name) > 1}):
        raise Mistake(f"course/course.toml: two levels have notebook = {name!r}; name them apart.")
    return Course(root, str(about.get("id", "shardlab")), levels)


def _level(name: str, table: dict) -> Level:
    where = f"course/course.toml, [levels.{name}]"
    if not isinstance(table, dict) or not isinstance(table.get("notebook"), str):
        raise Mistake(f'{where}: say notebook = "..." (the notebook\'s name, without .ipynb).')
    for what, word in (("the level", name), ("notebook", table["notebook"])):
        if not _NAME.fullmatch(word):  # it becomes the name of a file
            raise Mistake(f"{where}: {what} is {word!r}; use letters, digits, _ and - alone.")
    points = table.get("points")
    if isinstance(points, bool) or not isinstance(points, int | float) or not points >= 0:
        raise Mistake(f"{where}: points must be a number that is not negative, not {points!r}.")
    due = table.get("due")
    if due is not None and not _is_date(due):
        raise Mistake(f'{where}: due = {due!r} is no date; write "2027-02-15 23:59:00 UTC".')
    return Level(name, str(table.get("title", name)), table["notebook"], points, due and str(due))


_NAME = re.compile(r"[A-Za-z0-9_-]+")


def _is_date(due) -> bool:
    try:
        datetime.fromisoformat(str(due).replace(" UTC", "+00:00"))
    except ValueError:
        return False
    return True


def make_way(root: Path, path: Path) -> None:
    """Raise Mistake when a file stands where a folder of `path` must be, or a folder for it."""
    for place in (path, *path.parents):
        if place == root:
            return
        name = place.relative_to(root).as_posix()
        if place == path and place.is_dir():
            raise Mistake(f"{name} is a folder where a file is needed: move it away, try again.")
        if place != path and place.exists() and not place.is_dir():
            raise Mistake(f"{name} is a file where a folder is needed: move it away, try again.")


def write(path: Path, content: str | bytes) -> None:
    """Write text or bytes to `path`, whole or not at all: a temporary file, then a rename."""
    content = content.encode() if isinstance(content, str) else content
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=".", suffix=".part")
    except OSError as error:
        raise Mistake(f"can't write {path}: {error.strerror}.") from None
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        os.chmod(name, path.stat().st_mode if path.exists() else 0o644)
        os.replace(name, path)
    except OSError as error:
        raise Mistake(f"can't write {path}: {error.strerror}.") from None
    finally:
        with contextlib.suppress(FileNotFoundError):
            os.unlink(name)


def read(path: Path, course: Course | None = None) -> str:
    """The file's text; a Mistake when it is missing or no UTF-8."""
    shown = course.show(path) if course else str(path)
    try:
        return path.read_text(encoding="utf-8-sig")  # some editors begin a file with a BOM
    except FileNotFoundError:
        raise Mistake(f"{shown} is missing.") from None
    except UnicodeDecodeError:
        raise Mistake(f"{shown} is not UTF-8 text: save it as UTF-8.") from None
    except OSError as error:
        raise Mistake(f"can't read {shown}: {error.strerror}.") from None
