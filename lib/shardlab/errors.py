"""What can go wrong on many devices, each with a sentence on what to do next."""

from shardlab.tracebacks import render


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


class OutOfMemory(ShardError):
    """A device was to hold more bytes than its hardware has."""


class TimedOut(ShardError):
    """Real ranks have not all returned in the time that they were given."""
