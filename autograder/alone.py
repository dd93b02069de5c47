"""One grading at a time in one repository: a lock that ends with the process that holds it."""

from __future__ import annotations

import contextlib
from pathlib import Path

from .course import Mistake

try:
    from fcntl import LOCK_EX, LOCK_NB, flock

    def _lock(file) -> None:
        flock(file, LOCK_EX | LOCK_NB)

except ImportError:  # Windows
    from msvcrt import LK_NBLCK, locking

    def _lock(file) -> None:
        locking(file.fileno(), LK_NBLCK, 1)


@contextlib.contextmanager
def alone(root: Path):
    """Hold the repository's lock. Raises Mistake while another process holds it."""
    path = root / "build" / "grading.lock"
    try:
        path.parent.mkdir(exist_ok=True)
        file = path.open("w")
    except OSError as error:
        raise Mistake(f"can't write {path}: {error.strerror or error}.") from None
    with file:
        try:
            _lock(file)
        except OSError:
            raise Mistake(
                "another `autograder grade` is at work in this repository: wait until it ends."
            ) from None
        yield
