"""Whose code an error is shown in: the learner's, not the library's."""

import os
import sys
from functools import cache
from pathlib import Path
from textwrap import fill
from types import TracebackType

WIDTH = 88  # characters in a line of an error

_LIBRARY = Path(__file__).parent
_FOLDER = f"{_LIBRARY}{os.sep}"


@cache
def _within(filename, folder):
    return folder in Path(filename).parents


def where(frame=None):
    """File, line and function of the code that called the library, seen from a frame within it."""
    frame = frame or sys._getframe(1)
    while frame.f_code.co_filename.startswith(_FOLDER) and frame.f_back:
        frame = frame.f_back
    return frame.f_code.co_filename, frame.f_lineno, frame.f_code.co_name


def without_library(traceback, *others):
    """The traceback without frames of this library, nor of code below the folders `others`."""
    frames = []
    while traceback:
        filename = traceback.tb_frame.f_code.co_filename
        if not any(_within(filename, folder) for folder in (_LIBRARY, *others)):
            frames.append(traceback)
        traceback = traceback.tb_next
    shown = None
    for frame in reversed(frames):
        shown = TracebackType(shown, frame.tb_frame, frame.tb_lasti, frame.tb_lineno)
    return shown


def render(error):
    """What IPython shows of an error: the learner's own lines, none of the library's."""
    from IPython import get_ipython

    shown = without_library(error.__traceback__)
    formatter = get_ipython().InteractiveTB
    parts = formatter.structured_traceback(type(error), error, shown, tb_offset=1)
    said, taken = str(error), len(type(error).__name__) + 2  # the name stands before the first line
    for place in reversed(range(len(parts))):  # notes come after what the error says
        if said and said in parts[place]:
            before, after = parts[place].rsplit(said, 1)
            parts[place] = f"{before}{_wrapped(said, taken)}{after}"
            break
    return parts


def _wrapped(said, taken):
    """Lines that end between words: JupyterLab breaks longer ones wherever its page ends."""
    lines = []
    for line in said.split("\n"):
        first = "" if lines else " " * taken
        wrapped = fill(line, WIDTH, initial_indent=first, break_long_words=False)
        lines.append(wrapped[len(first) :])
    return "\n".join(lines)
