"""A disk that is full ends the batch with one sentence; with room again, a second call finishes."""

import os
import shutil
import subprocess
import sys

import pytest

from autograder import build, course
from autograder.front import Front

from .conftest import make_course
from .gradebooks import dump
from .test_batch import graded, submit

CLASS = 12


def mount(*arguments):
    return subprocess.run(["mount", *arguments], capture_output=True, text=True, check=False)


@pytest.fixture
def small(tmp_path):
    """A folder on a file system of its own, which holds next to nothing."""
    folder = tmp_path / "small"
    folder.mkdir()
    made = mount("-t", "tmpfs", "-o", "size=4m", "tmpfs", str(folder))
    if made.returncode:
        pytest.skip(f"a small file system can't be mounted here: {made.stderr.strip()}")
    yield folder
    subprocess.run(["umount", "--lazy", str(folder)], check=True)


def class_of(root):
    found = make_course(root)
    build.build(found)
    level = found.levels["T1"]
    Front(root).register(found.source(level).read_text(), level)
    for number in range(CLASS):
        submit(found, f"student-{number:02}", "return x" if number % 2 else "return 2 * x")
    return found


@pytest.mark.skipif(sys.platform != "linux" or os.geteuid() != 0, reason="mounting wants root")
def test_a_full_disk_loses_nothing(small, tmp_path):
    (tmp_path / "whole").mkdir()
    found = class_of(tmp_path / "whole")
    shutil.copytree(found.root, small, dirs_exist_ok=True)
    graded(found)
    free = shutil.disk_usage(small).free
    (small / "ballast").write_bytes(bytes(max(0, free - 40_000)))
    command = [sys.executable, "-c", "from autograder.cli import main; main()", "grade", "T1"]
    done = subprocess.run(command, cwd=small, capture_output=True, text=True, check=False)
    assert done.returncode == 1 and "Traceback" not in done.stderr
    assert "full" in done.stderr or "No space" in done.stderr, done.stderr
    mount("-o", "remount,size=60m", str(small))
    (small / "ballast").unlink()
    graded(course.load(small))
    assert dump(small / "gradebook.db") == dump(found.root / "gradebook.db")
