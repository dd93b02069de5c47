"""What a test cell's last value is worth."""

from __future__ import annotations

import re

NUMPY_SCALAR = re.compile(r"np\.\w+\((.+)\)")


def credit(text: str, points: float) -> tuple[float | None, str]:
    """The printed value of a test cell -> (partial credit, what is wrong with it, or "").

    A number from 0 to `points` is partial credit, also as a NumPy scalar. Another number (NaN,
    negative, too large) is a slip of the test and earns nothing. None: no number, so full marks.
    """
    try:
        value = float(NUMPY_SCALAR.sub(r"\1", text.strip()))
    except ValueError:
        return None, ""
    if 0 <= value <= points:
        return value, ""
    return 0.0, f"partial credit must lie between 0 and {points:g}, not {text}"
