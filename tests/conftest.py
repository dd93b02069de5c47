"""What all tests share: where the project is, and that nothing is skipped where all is required."""

import os
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture(scope="session")
def root():
    """The folder of the project."""
    return ROOT


def _no_skip(report):
    """Under REQUIRE_ALL=1 (CI), a test that lacks something fails and says what it lacks."""
    if report.outcome == "skipped" and os.environ.get("REQUIRE_ALL") == "1":
        report.outcome = "failed"
        *_, reason = report.longrepr if isinstance(report.longrepr, tuple) else [report.longrepr]
        report.longrepr = f"REQUIRE_ALL=1, but this was to be skipped. {reason}"
    return report


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    return _no_skip((yield))


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(collector):
    return _no_skip((yield))
