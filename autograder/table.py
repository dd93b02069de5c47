"""Verdicts as a table in the terminal."""

from __future__ import annotations

import time
from collections import Counter

from .collect import printable
from .verdict import FAILED, GRADED, REMARKS, Verdict, lateness

STYLE = {GRADED: "green", REMARKS: "yellow", FAILED: "red"}


def console():
    """Where tables are printed. What a student wrote is shown as written: no markup, no emoji."""
    from rich.console import Console

    settings = {"markup": False, "emoji": False, "highlight": False}
    there = Console(**settings)
    return there if there.is_terminal else Console(width=120, **settings)


def joined(reasons: list[str]) -> str:
    """The reasons in one line, each a sentence: they hold semicolons themselves."""
    stopped = [reason if reason.endswith((".", "!", "?")) else f"{reason}." for reason in reasons]
    return " ".join([*stopped[:-1], *reasons[-1:]])


def show(found: list[Verdict]) -> None:
    """Print a row for each verdict, and how many there are of each outcome."""
    from rich.table import Table
    from rich.text import Text

    out = console()
    table = Table("student", "level", "outcome", box=None, pad_edge=False)
    table.add_column("score", justify="right")
    table.add_column("of", justify="right")
    table.add_column("late", justify="right")
    table.add_column("reasons", overflow="fold")
    for one in found:
        outcome = Text(one.outcome, style=STYLE.get(one.outcome, "dim"))
        score = "" if one.score is None else f"{one.score:g}"
        cells = [outcome, score, f"{one.max_score:g}", lateness(one.late)]
        table.add_row(printable(one.student), one.level, *cells, printable(joined(one.reasons)))
    out.print(table)
    counts = Counter(one.outcome for one in found)
    out.print(", ".join(f"{n} {outcome}" for outcome, n in counts.items()) or "nobody yet")


class Progress:
    """How far a batch is: a bar on a terminal, else a line now and then; `say` prints above it."""

    def __init__(self, every: float = 30.0):
        from rich.progress import BarColumn, MofNCompleteColumn, TimeRemainingColumn
        from rich.progress import Progress as Bar

        self.out, self.every = console(), every
        self.bar = Bar(
            BarColumn(),
            MofNCompleteColumn(),
            TimeRemainingColumn(),
            console=self.out,
            disable=not self.out.is_terminal,
            transient=True,
        )
        self.task, self.told = self.bar.add_task("", total=None), time.monotonic()

    def __enter__(self) -> Progress:
        self.bar.start()
        return self

    def __exit__(self, *about) -> None:
        self.bar.stop()

    def say(self, line: str) -> None:
        """A line, as it is: it may hold what a student wrote."""
        self.out.print(printable(line), soft_wrap=True)

    def at(self, done: int, total: int) -> None:
        self.bar.update(self.task, completed=done, total=total)
        if not self.out.is_terminal and time.monotonic() - self.told > self.every:
            self.told = time.monotonic()
            self.say(f"{done} of {total} are done")
