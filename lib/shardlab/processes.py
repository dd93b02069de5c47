"""What passes between the process of a rank and the one that started it, when the rank is done.

No traceback passes between processes: an error takes the learner's lines along as a note.
"""

import signal
import traceback

from shardlab.errors import ShardError
from shardlab.tracebacks import without_library


def with_lines(error):
    """The error, with the learner's lines as a note if it is not one that names them itself."""
    lines = "".join(traceback.format_tb(without_library(error.__traceback__))).rstrip()
    if lines and not isinstance(error, ShardError):
        error.add_note(f"In the process of that rank:\n{lines}")
    return error


def raised(rank, error):
    """In place of an error that can't leave its process."""
    return ShardError(f"Rank {rank} raised {type(error).__name__}: {error}")


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
