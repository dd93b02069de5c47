"""What can go wrong on many devices, each with a sentence on what to do next."""

from pathlib import Path
from types import TracebackType

_LIBRARY = str(Path(__file__).parent)


def without_library(traceback):
    """The traceback with the learner's own frames only."""
    frames = []
    while traceback:
        if not traceback.tb_frame.f_code.co_filename.startswith(_LIBRARY):
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


class ShardError(Exception):
    """Something that the emulated devices can't do; the message names device, shapes and line."""

    def _render_traceback_(self):  # the name by which IPython asks
        return render(self)


class CollectiveMismatch(ShardError):
    """The devices of one group called different collectives, or the same one differently."""


class Deadlock(ShardError):
    """Every device that still runs waits for something that can no longer happen."""


class ScheduleError(ShardError):
    """A pipeline schedule lacks an operation, has it twice, or waits for itself in a circle."""
