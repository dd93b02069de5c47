"""Verdicts as a table in the terminal."""

from __future__ import annotations

from .verdict import FAILED, GRADED, REMARKS, Verdict, lateness

STYLE = {GRADED: "green", REMARKS: "yellow", FAILED: "red"}


def show(found: list[Verdict]) -> None:
    """Print a row for each verdict, and how many there are of each outcome."""
    from rich.console import Console
    from rich.markup import escape
    from rich.table import Table

    console = Console()
    if not console.is_terminal:
        console = Console(width=120)
    table = Table("student", "level", "outcome", box=None, pad_edge=False)
    table.add_column("score", justify="right")
    table.add_column("of", justify="right")
    table.add_column("late", justify="right")
    table.add_column("reasons", overflow="fold")
    for one in found:
        style = STYLE.get(one.outcome, "dim")
        score = "" if one.score is None else f"{one.score:g}"
        cells = [f"[{style}]{one.outcome}[/]", score, f"{one.max_score:g}", lateness(one.late)]
        reasons = escape("; ".join(one.reasons))
        table.add_row(escape(one.student), one.level, *cells, reasons)
    console.print(table)
    counts: dict[str, int] = {}
    for one in found:
        counts[one.outcome] = counts.get(one.outcome, 0) + 1
    console.print(", ".join(f"{n} {outcome}" for outcome, n in counts.items()) or "nobody yet")
