"""The cells as handed in, to hold against what the student's process says of its lines."""

from __future__ import annotations

import linecache
import re


class Sources:
    def __init__(self):
        self._cells: dict[str, str] = {}  # by the name of their file

    def add(self, file: str, source: str) -> None:
        self._cells[file] = source
        linecache.cache[file] = len(source), None, source.splitlines(True), file

    def own(self, frames: list[tuple], secret: bool = False) -> list[tuple]:
        """Frames of a traceback, with lines from the cells as they were handed in.

        What the student's process says of them itself is not shown where it may tell a secret.
        """
        shown = []
        # where it failed tells little; a path through many lines could spell an input
        for file, line, function, _ in frames[-1:] if secret else frames:
            if (text := self._line(file, line)) is not None:
                known = function if self._defines(file, function) else ""
                shown.append((file, line, known, text))
            elif not secret:
                shown.append((file, line, function, ""))
        return shown

    def place(self, line) -> tuple[str, int, str]:
        """(file, line, function) of a line in a cell, if what its code says of itself is one."""
        match line:
            case (str(file), int(number), str(function)) if self._line(file, number) is not None:
                known = function[:80] if self._defines(file, function) else "function"
                return file, int(number), known
        return "the student's code", 1, "function"

    def _line(self, file: str, number: int) -> str | None:
        lines = self._cells[file].split("\n") if file in self._cells else []
        return lines[number - 1].strip() if 0 < number <= len(lines) else None

    def _defines(self, file: str, function: str) -> bool:
        return bool(re.search(rf"\bdef {re.escape(function)}\b", self._cells[file]))
