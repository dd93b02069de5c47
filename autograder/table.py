"""Verdicts as a table in the terminal."""

from __future__ import annotations

from collections import Counter

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
        table.add_row(one.student, one.level, *cells, joined(one.reasons))
    out.print(table)
    counts = Counter(one.outcome for one in found)
    out.print(", ".join(f"{n} {outcome}" for outcome, n in counts.items()) or "nobody yet")
