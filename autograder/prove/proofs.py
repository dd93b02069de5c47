"""A proof for its reader: a row an exercise, every slip that no test saw, every breach; or JSON."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import asdict

from ..table import console
from . import KILLED, NOT_JUDGED, SURVIVED, TIMED_OUT, Proof, Trial

DONE = KILLED, TIMED_OUT  # mutants that the tests caught


def to_json(proof: Proof) -> str:
    counts = Counter(one.outcome for one in _of(proof.trials, "mutant"))
    outcomes = (KILLED, TIMED_OUT, SURVIVED, NOT_JUDGED)
    data = asdict(proof) | {"mutants": {outcome: counts[outcome] for outcome in outcomes}}
    return json.dumps(data, indent=1, ensure_ascii=False)


def show(proof: Proof) -> None:
    """Print it as a table."""
    from rich.table import Table

    heads = "points", "right", "wrong", "diagnosed", "mutants killed", TIMED_OUT
    table = Table("level", "exercise", box=None, pad_edge=False)
    for head in heads:
        table.add_column(head, justify="right")
    groups: dict[tuple[str, str], list[Trial]] = {}
    for one in proof.trials:
        groups.setdefault((one.level, one.exercise), []).append(one)
    for names, trials in groups.items():
        table.add_row(*names, f"{trials[0].points:g}", *_counts(trials))
    out = console()
    out.print(table)
    for one in proof.trials:
        if one.kind == "mutant" and one.outcome == SURVIVED:
            out.print(f"\n{one.level}, {one.exercise} survived: {one.operator}, {one.change}")
            if one.why:
                out.print(f"    {one.why}", soft_wrap=True)
            else:
                for line in one.code.split("\n"):
                    out.print(f"    {line}", soft_wrap=True)
    out.print()
    for line in [*proof.notes, *proof.breaches]:
        out.print(line, soft_wrap=True)
    answers = len(_of(proof.trials, "right")) + len(_of(proof.trials, "wrong"))
    killed, tried = _killed(proof.trials)
    if tried:
        living = sum(bool(one.why) for one in proof.trials)
        explained = f", {living} of the others explained" if living else ""
        out.print(f"{killed} of {tried} mutants killed ({100 * killed / tried:.1f} %){explained}.")
    breaches = len(proof.breaches)
    out.print(f"{answers} answers against {len(groups)} exercises: {breaches} breach(es).")


def _counts(trials: list[Trial]) -> list[str]:
    """The cells of an exercise's row."""
    right, wrong = _of(trials, "right"), _of(trials, "wrong")
    late = sum(one.outcome == TIMED_OUT for one in _of(trials, "mutant"))
    return [
        f"{sum(not one.breach for one in right)} of {len(right)}",
        f"{sum(one.outcome in DONE for one in wrong)} of {len(wrong)}",
        f"{sum(not one.breach for one in wrong)} of {len(wrong)}",
        "{} of {}".format(*_killed(trials)),
        str(late or ""),
    ]


def _killed(trials: list[Trial]) -> tuple[int, int]:
    mutants = _of(trials, "mutant")
    return sum(one.outcome in DONE for one in mutants), len(mutants)


def _of(trials: list[Trial], kind: str) -> list[Trial]:
    return [one for one in trials if one.kind == kind]
