"""The process in which `prove` runs cells: one line of JSON in, one line of JSON out.

In:  {"cells": [{"source": ..., "points": null or a number}, ...]}
Out: {"results": [{"score": ..., "message": ...}, ...]}, one for each cell with points
Each line in starts from an empty namespace, as a fresh kernel would.
"""

from __future__ import annotations

import gc
import json
import os
import sys

from .credit import credit


def main() -> None:
    # what cells print must not mix with the answers
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    silence = os.open(os.devnull, os.O_WRONLY)
    os.dup2(silence, 1)
    os.dup2(silence, 2)
    os.environ.setdefault("MPLBACKEND", "Agg")
    shell = _shell()
    for line in sys.stdin:
        results = [_run(shell, cell) for cell in json.loads(line)["cells"]]
        gc.freeze()  # a reset looks through all objects: not again through what was imported
        shell.reset(new_session=True)
        answers.write(json.dumps({"results": [r for r in results if r is not None]}) + "\n")
        answers.flush()


def _shell():
    from IPython.core.interactiveshell import InteractiveShell

    InteractiveShell.history_length = 0
    shell = InteractiveShell.instance()
    shell.history_manager.enabled = False
    # formatting tracebacks that nobody reads takes longer than the tests
    shell.showtraceback = shell.showsyntaxtraceback = lambda *args, **kwargs: None
    return shell


def _run(shell, cell: dict) -> dict | None:
    try:
        outcome = shell.run_cell(cell["source"], store_history=False)
        error, shown = outcome.error_before_exec or outcome.error_in_exec, repr(outcome.result)
    except BaseException as escaped:  # SystemExit and its like, or a value that can't show itself
        error, shown = escaped, ""
    if cell["points"] is None:
        return None
    if error is not None:
        return {"score": 0.0, "message": f"{type(error).__name__}: {error}"}
    score, reason = credit(shown, cell["points"])
    return {"score": float(cell["points"]) if score is None else score, "message": reason}


if __name__ == "__main__":
    main()
