"""What a device prints carries its rank."""

import sys
from contextlib import contextmanager, redirect_stdout


class Prefixed:
    """A stream that begins each line with the rank that printed it, line by line.

    `who()` tells the rank whose code runs, or None for a line that is nobody's. Each rank's line is
    written when it ends, so that two ranks never share one.
    """

    def __init__(self, stream, who):
        self._stream, self._who = stream, who
        self._begun = {}  # rank -> its line so far

    def write(self, text):
        rank = self._who()
        if rank is None:
            return self._stream.write(text)
        *lines, self._begun[rank] = (self._begun.get(rank, "") + text).split("\n")
        for line in lines:
            self._stream.write(f"[rank {rank}] {line}\n")
        return len(text)

    def end(self):
        """Write the lines that were begun and not ended."""
        for rank, line in sorted(self._begun.items()):
            if line:
                self._stream.write(f"[rank {rank}] {line}\n")

    def __getattr__(self, name):
        return getattr(self._stream, name)


@contextmanager
def prefixed(who):
    """While it is entered, prints carry the rank that `who()` tells."""
    stream = Prefixed(sys.stdout, who)
    with redirect_stdout(stream):
        try:
            yield
        finally:
            stream.end()
