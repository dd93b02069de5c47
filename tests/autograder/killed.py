"""Gradings killed at random moments: `python killed.py COURSE UNDISTURBED MOST ENOUGH SEED`.

In each round a fresh copy of the course is graded by a process that is killed (kill -9) at some
moment, then graded by another one to its end. Prints what then differs from the undisturbed course,
and how many were killed with part of the work done: it ends at ENOUGH of those, or after MOST
rounds. The processes are forked from this one, which has all that they import.
"""

import os
import random
import shutil
import signal
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import quick
from gradebooks import dump

from autograder import course
from autograder.batch import Batch, Options
from autograder.front import Front


def grade(root):
    here = course.load(root)
    return Batch(here, here.levels["T1"], Front(root), quick.judge).grade(None, Options(jobs=2))


def files(root):
    return {
        path.relative_to(root).as_posix(): path.read_bytes()
        for path in (root / "autograded").rglob("*")
        if path.is_file()
    }


def state(root):
    """All that a grading leaves: the gradebook, and the files of autograded/."""
    return {**dump(root / "gradebook.db"), **files(root)}


def in_a_process(root) -> int:
    pid = os.fork()
    if not pid:
        try:
            grade(root)
        finally:
            os._exit(0)
    return pid


def main(root: Path, undisturbed: Path, most: int, enough: int, seed: int) -> None:
    chance = random.Random(seed)
    expected = state(undisturbed)
    ends = files(root), files(undisturbed)
    lengths, midway = [], 0
    for number in range(most):
        if midway >= enough:
            break
        with tempfile.TemporaryDirectory() as folder:
            here = Path(shutil.copytree(root, Path(folder) / "course"))
            start = time.monotonic()
            pid = in_a_process(here)
            if number > 2:  # the first ones tell how long it takes
                time.sleep(chance.uniform(0, 1.1 * max(lengths)))
                os.kill(pid, signal.SIGKILL)
            os.waitpid(pid, 0)
            if number <= 2:
                lengths.append(time.monotonic() - start)
            midway += files(here) not in ends  # the gradebook may want mending first
            os.waitpid(in_a_process(here), 0)
            found = state(here)
            for name in sorted({*expected, *found}):
                if found.get(name) != expected.get(name):
                    print(f"round {number}: {name} differs")
    print(f"{midway} midway")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]), *map(int, sys.argv[3:]))
