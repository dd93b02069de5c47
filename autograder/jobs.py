"""What all submissions of a notebook are graded by, and the job that each of them is."""

from __future__ import annotations

from dataclasses import dataclass, field

from .collect import Collected
from .judgement import Job, Limits


@dataclass(frozen=True)
class Sheet:
    """A notebook of an assignment: its master, its release, and the files beside the release."""

    master: str
    released: str = ""
    given: dict[str, bytes] = field(default_factory=dict)
    limits: Limits = field(default_factory=Limits)
    require_jail: bool = False

    def job(self, found: Collected) -> Job:
        about = (found.files, self.given, self.limits, self.require_jail)
        return Job(self.master, found.notebook, self.released, *about)

    def digest(self, found: Collected) -> str:
        """Of all that the verdict on a submission rests on."""
        given = (f"{name} {data!r}" for name, data in self.given.items())
        return found.digest(self.master, self.released, repr(self.limits), *given)


def limits(settings) -> Limits:
    """nbgrader's setting of time, `Execute.timeout`, as far as it is set."""
    seconds, usual = settings.Execute.get("timeout"), Limits()
    if not isinstance(seconds, int | float):
        return usual
    seconds = seconds if seconds > 0 else usual.total_seconds  # nbgrader's -1 is no limit
    return Limits(cell_seconds=seconds, total_seconds=max(seconds, usual.total_seconds))
