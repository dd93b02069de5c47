"""What passes between the process of a rank and the one that started it, when the rank is done.

No traceback passes between processes: an error takes the learner's lines along as a note.
"""

import pickle
import signal
import traceback
from contextlib import suppress

from shardlab.errors import ShardError
from shardlab.tracebacks import without_library
from shardlab.words import said


def portable(error, rank, dumps=pickle.dumps):
    """The error as another process can take it, with the learner's lines as a note.

    One that can't leave its process, or would end the other, becomes a ShardError that says so.
    """
    lines = "".join(traceback.format_tb(without_library(error.__traceback__))).rstrip()
    try:
        if not isinstance(error, Exception):
            raise TypeError("it would end the other process")
        error = pickle.loads(dumps(error))
    except Exception:
        error = ShardError(f"Rank {rank} raised {type(error).__name__}: {said(error, str)}")
    if lines:
        with suppress(Exception):
            error.add_note(f"In the process of that rank:\n{lines}")
    return error


def returned(rank, value, reason):
    """In place of an output that can't leave its process."""
    return ShardError(
        f"What rank {rank} returned, {type(value).__name__}, can't leave its process ({reason}); "
        "return arrays, numbers or lists."
    )


def ended(rank, code):
    """A process is gone without a word."""
    how = signal.Signals(-code).name if code < 0 else f"exit code {code}"
    return ShardError(f"The process of rank {rank} ended without returning ({how}).")
