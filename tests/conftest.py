"""What all tests share: where the project is, and that nothing is skipped where all is required."""

import os
import shutil
import signal
import subprocess
import time
from pathlib import Path

import pytest
from hypothesis import settings

settings.register_profile("shared", deadline=None)  # a busy machine is no failing law
settings.load_profile("shared")

# a shell that runs the tests in the background has them, and what they start, ignore Ctrl-C
signal.signal(signal.SIGINT, signal.default_int_handler)

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture(scope="session")
def root():
    """The folder of the project."""
    return ROOT


@pytest.fixture
def wait_until():
    """wait_until(condition) returns when condition() holds, which it must in two minutes."""

    def wait(condition, seconds=120):
        end = time.monotonic() + seconds
        while not condition():
            assert time.monotonic() < end, "it did not come about in time"
            time.sleep(0.05)

    return wait


@pytest.fixture(scope="session")
def clone(tmp_path_factory):
    """A copy of what is, or would be, committed: tests may write into it."""
    folder = tmp_path_factory.mktemp("clone") / "shardlab"
    listing = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    for name in filter(None, listing.stdout.split("\0")):
        if (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, folder / name)
    return folder


@pytest.fixture(scope="session")
def demo(clone):
    """The made-up class of `autograder demo`, graded: (its folder, what the command printed)."""
    done = subprocess.run(
        ["autograder", "demo"], cwd=clone, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return clone / "demo", done.stdout


def _no_skip(report):
    """Under REQUIRE_ALL=1 (CI), a test that lacks something fails and says what it lacks."""
    if report.outcome == "skipped" and os.environ.get("REQUIRE_ALL") == "1":
        report.outcome = "failed"
        *_, reason = report.longrepr if isinstance(report.longrepr, tuple) else [report.longrepr]
        report.longrepr = f"REQUIRE_ALL=1, but this was to be skipped. {reason}"
    return report


def pytest_collection_modifyitems(items):
    """JAX last: its threads don't come along into the processes that other tests fork."""
    items.sort(key=lambda item: "oracle" in item.path.parts)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    return _no_skip((yield))


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(collector):
    return _no_skip((yield))
