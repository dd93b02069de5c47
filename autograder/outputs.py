"""Outputs of a cell as nbformat keeps them, in the terms that nbgrader scores a test by."""

from __future__ import annotations

UNSEEN = {
    "output_type": "stream",
    "name": "stdout",
    "text": "Not shown: this code asked for files or the like in a hidden test, and has seen it.\n",
}


def without_verdict(outputs: list[dict]) -> list[dict]:
    """What was put out during a test, without what nbgrader takes for the test's own verdict."""
    shown = [output for output in outputs if output.get("output_type") != "error"]
    return [
        {**output, "output_type": "display_data"}
        if output.get("output_type") == "execute_result"
        else output
        for output in shown
    ]


def error(kind: str, message: str, trace: str = "") -> dict:
    lines = (trace or f"{kind}: {message}").split("\n")
    return {"output_type": "error", "ename": kind, "evalue": message, "traceback": lines}


def credit(score: float) -> dict:
    """Partial credit, which nbgrader reads from the text of a result."""
    data = {"text/plain": f"{score:.10g}"}
    result = {"output_type": "execute_result", "data": data, "metadata": {}}
    return {**result, "execution_count": None}
