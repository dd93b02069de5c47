"""What the grader of a written answer goes by, shown above the answer and never to the student."""

from __future__ import annotations

import re

from .verdict import METADATA_KEY

_REGION = r"^[^\n]*BEGIN {0}[^\n]*\n(.*?)\n[^\n]*END {0}[^\n]*$"
_SCHEME, _SOLUTION = (
    re.compile(_REGION.format(name), re.DOTALL | re.MULTILINE)
    for name in ("MARK SCHEME", "SOLUTION")
)


def rubric(reference: str, kind: str) -> str:
    """Mark scheme and reference answer of a written cell's master, as markdown; "" without any."""
    schemes = [match.strip() for match in _SCHEME.findall(reference)]
    rest = _SCHEME.sub("", reference)
    answers = [match.strip() for match in _SOLUTION.findall(rest)]
    if not answers and not schemes:
        answers = [rest.strip()]
    parts = [f"**For the grader.** {scheme}" for scheme in schemes]
    for answer in filter(None, answers):
        shown = f"```python\n{answer}\n```" if kind == "code" else answer
        parts.append(f"**Reference answer.**\n\n{shown}")
    return "\n\n".join(parts)


def insert(notebook: dict, cells: list) -> None:
    """Put a rubric cell before each written answer of the laid notebook that has one."""
    shown = {}
    for cell in cells:
        if cell.role == "written" and (text := rubric(cell.reference, cell.node["cell_type"])):
            shown[id(cell.node)] = {
                "cell_type": "markdown",
                "id": f"rubric-{cell.node['id']}"[:64],
                "metadata": {METADATA_KEY: {"rubric": True}, "editable": False},
                "source": text,
            }
    before = notebook["cells"]
    notebook["cells"] = [
        each for node in before for each in (shown.get(id(node)), node) if each is not None
    ]
