"""Whose code an error is shown in: the learner's, not the library's."""

from functools import cache
from pathlib import Path
from types import TracebackType

_LIBRARY = Path(__file__).parent


def in_library(frame):
    """Does the frame run code of this library?"""
    return _is_ours(frame.f_code.co_filename)


@cache  # each message asks
def _is_ours(filename):
    return _LIBRARY in Path(filename).parents


def without_library(traceback):
    """The traceback with the learner's own frames only."""
    frames = []
    while traceback:
        if not in_library(traceback.tb_frame):
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
    return formatter.structured_traceback(type(error), error, shown, tb_offset=1)
