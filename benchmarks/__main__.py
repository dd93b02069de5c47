"""`make bench`: what library and grader cost, and the same work on others in the same run.

Prints a table and writes benchmarks/latest.json. A figure is the best of several rounds, and what
is compared takes turns within each round, so that a busy machine spoils both alike.
"""

import json
import os
import platform
import sys
from pathlib import Path

import numpy as np
from rich.console import Console
from rich.table import Table

from benchmarks import emulator, engines, explorers, grading, imports, schedules

LATEST = Path(__file__).parent / "latest.json"


def main():
    rows = []
    for part in (emulator, schedules, explorers, imports, engines, grading):
        print(f"{part.__name__.split('.')[-1]} …", file=sys.stderr)
        rows += part.measure()
    machine = {
        "processor": platform.processor() or platform.machine(),
        "cores": os.cpu_count(),
        "python": platform.python_version(),
        "numpy": np.__version__,
    }
    figures = [row._asdict() | {"met": row.met} for row in rows]
    LATEST.write_text(json.dumps({"machine": machine, "rows": figures}, indent=1) + "\n")
    table = Table(title=", ".join(f"{name} {value}" for name, value in machine.items()))
    for head in ("what", "figure", "target"):
        table.add_column(head, justify="left" if head == "what" else "right")
    for row in rows:
        bound = "" if row.at_most is None else f"≤ {row.at_most:g} {'✓' if row.met else 'missed'}"
        table.add_row(row.what, _figure(row), bound)
    Console(width=100).print(table)


def _figure(row):
    """Three digits, and no more than thousands."""
    value, unit = row.value, row.unit
    if unit == "µs" and value >= 1000:
        value, unit = value / 1000, "ms"
    return f"{value:.3g} {unit}"


if __name__ == "__main__":
    main()
