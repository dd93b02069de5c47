"""What the last build read and made, as digests in build/autograder.json (not committed).

It lets a second build end at once, and tells a notebook that a person edited from one that is
merely older than its text. Without it, the later of the two files counts as the edited one.
"""

from __future__ import annotations

import hashlib
import json
from importlib.metadata import version
from pathlib import Path

from .course import Course, write


class Record:
    def __init__(self, course: Course):
        self.course = course
        self.path = course.root / "build" / "autograder.json"
        try:
            data = json.loads(self.path.read_text(encoding="utf-8"))
            self.files = dict(data["files"])
            self.step, self.clean, self.how_then = data["step"], data["clean"], data["how"]
        except (OSError, ValueError, KeyError, TypeError):
            self.files, self.step, self.clean, self.how_then = {}, "", False, ""
        self.how = _how(course)

    def in_step(self, gently: bool = False) -> bool:
        """Whether no file that the last build read or made has changed since.

        A build that left a notebook alone (run or edited) counts only for another `gently` one.
        """
        return (self.clean or gently) and self.step == self._step()

    def note(self, pair, notebook: str) -> None:
        """The pair's notebook was built from (or brought into) the pair's text."""
        entry = self.files.setdefault(self.course.show(pair.notebook), {})
        entry |= {"text": _digest(pair.text), "notebook": _sha(notebook.encode())}

    def note_release(self, pair, release: Path) -> None:
        entry = self.files.setdefault(self.course.show(pair.notebook), {})
        entry |= {"released": _digest(pair.notebook), "release": _digest(release)}

    def released(self, pair, release: Path) -> bool:
        """Whether the release stands as it was built, from the source as it is."""
        entry = self.files.get(self.course.show(pair.notebook), {})
        now = {"released": _digest(pair.notebook), "release": _digest(release)}
        return self.how == self.how_then and now.items() <= entry.items() and release.is_file()

    def notebook_changed(self, pair, normal: str) -> bool:
        """Whether a person changed the notebook since it was built; `normal` is its normal form."""
        entry = self.files.get(self.course.show(pair.notebook), {})
        if "notebook" in entry:
            return entry["notebook"] != _sha(normal.encode())
        if not pair.text.is_file():
            return True
        return pair.notebook.stat().st_mtime > pair.text.stat().st_mtime + 2

    def text_changed(self, pair) -> bool:
        """Whether the text changed since the last build (unknown: False)."""
        entry = self.files.get(self.course.show(pair.notebook), {})
        return "text" in entry and entry["text"] != _digest(pair.text)

    def save(self, clean: bool) -> None:
        """Keep the record; `clean` if every notebook is as its text makes it."""
        data = {"how": self.how, "step": self._step(), "clean": clean, "files": self.files}
        write(self.path, json.dumps(data, indent=1, sort_keys=True) + "\n")

    def _step(self) -> str:
        root = self.course.root
        globs = ("course/*.md", "course/*/*.md", "notebooks/*.ipynb")
        globs += ("source/*/*.ipynb", "release/*/*.ipynb")
        paths = sorted(path for pattern in globs for path in root.glob(pattern))
        lines = [f"{self.course.show(path)} {_digest(path)}" for path in paths]
        return _sha("\n".join([self.how, *lines]).encode())


def _how(course: Course) -> str:
    """A digest of all that decides how a text is built, besides the text."""
    here = Path(__file__).parent
    files = [course.root / "nbgrader_config.py", course.root / "course" / "course.toml"]
    files += sorted(here.rglob("*.py"))
    parts = [_digest(path) for path in files]
    parts += [version(name) for name in ("nbgrader", "jupytext", "nbconvert", "nbformat")]
    return _sha("\n".join(parts).encode())


def _digest(path: Path) -> str:
    return _sha(path.read_bytes()) if path.is_file() else ""


def _sha(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
