"""nbgrader's own commands, and Formgrader's buttons, with this grader and its feedback.

For any nbgrader course, these lines in its nbgrader_config.py:

    c.Autograde.exporter_class = "autograder.plugin.Judged"
    c.GenerateFeedback.exporter_class = "autograder.plugin.FeedbackPage"

and, where wanted:

    c.Execute.timeout = 30           # seconds that a cell, or a test with all its calls, may take
    c.Judged.require_jail = True     # don't grade where code can't be fully locked in

Every command stays as it is. Of nbgrader's own preprocessors those that run or mend a submission
are left out, whatever the settings say; others are kept, a course's own too. `--no-execute` changes
nothing. An assignment must have been generated (`nbgrader generate_assignment`), and its source
and release must be where nbgrader has put them.

A submission that can't be graded is an error of nbgrader's, which goes on to the next one. What
nbgrader itself refuses before it reads a notebook, it still refuses: a timestamp.txt without a
date, for instance.
"""

from __future__ import annotations

import json
from glob import glob
from pathlib import Path

import nbformat
from nbconvert.exporters import Exporter, NotebookExporter
from nbconvert.preprocessors import ClearMetadataPreprocessor, ExecutePreprocessor
from nbgrader import preprocessors
from nbgrader.api import Gradebook, MissingEntry
from nbgrader.converters import Autograde, NbGraderException
from traitlets import Bool, default

from . import jobs
from .collect import collect, given_files
from .course import Mistake, load, read, write
from .feedback import Marks, page
from .gradebook.books import Books
from .gradebook.entry import Entry, enter
from .judge import judge, missing
from .master.released import grade_id, locked, text
from .verdict import METADATA_KEY, failure_text

REPLACED = (
    ExecutePreprocessor,  # nbgrader's Execute is one
    ClearMetadataPreprocessor,
    preprocessors.CheckCellMetadata,
    preprocessors.ClearOutput,
    preprocessors.DeduplicateIds,
    preprocessors.IgnorePattern,
    preprocessors.LimitOutput,
    preprocessors.OverwriteCells,
    preprocessors.OverwriteKernelspec,
)


class Judged(NotebookExporter):
    """In the place of nbgrader's exporter while it autogrades.

    nbgrader reads a notebook twice. What it asks for first is the student's, and gets what the
    judge made of it; then it reads that again, and takes the scores from its outputs.
    """

    require_jail = Bool(False, help="Refuse where code can't be fully locked in").tag(config=True)

    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.told = False  # what the jail lacks
        if isinstance(self.parent, Autograde):
            self._look_for_others()

    def register_preprocessor(self, preprocessor, enabled=False):
        if isinstance(preprocessor, type) and issubclass(preprocessor, REPLACED):
            return None
        return super().register_preprocessor(preprocessor, enabled)

    def from_filename(self, filename, resources=None, **kwargs):
        about, path = resources["nbgrader"], Path(filename)
        if path.parent == self._folder("submitted", about):
            nb = self._judged(path, about)
        else:
            nb = nbformat.read(path, as_version=4)
            # a grading that was ended in between has no verdict
            nb.metadata[METADATA_KEY]["done"] = True
        try:
            return self.from_notebook_node(nb, resources)
        except MissingEntry as error:
            raise NbGraderException(
                f"the gradebook does not know the source notebook as it is now ({error}): run "
                f"`nbgrader generate_assignment {about['assignment']}`."
            ) from None

    def _folder(self, step: str, about: dict) -> Path:
        course = self.parent.coursedir
        step = getattr(course, f"{step}_directory")
        return Path(course.format_path(step, about.get("student", "."), about["assignment"]))

    def _look_for_others(self) -> None:
        """Have nbgrader ask also for notebooks that are there by another name, or not at all."""
        converter, course = self.parent, self.parent.coursedir
        source = self._folder("source", {"assignment": course.assignment_id})
        wanted = {Path(path).name for path in glob(f"{source}/{course.notebook_id}.ipynb")}
        submitted = course.submitted_directory
        for folder in glob(course.format_path(submitted, course.student_id, course.assignment_id)):
            paths = converter.assignments.get(folder, [])
            there = {Path(path).name for path in paths}
            if not there or there - wanted:
                more = [str(Path(folder, name)) for name in sorted(wanted - there)]
                kept = [path for path in paths if Path(path).name in wanted]
                converter.assignments[folder] = [*kept, *more]

    def _judged(self, path: Path, about: dict):
        """The notebook that the judge made. Raises NbGraderException, with the reason on record."""
        reason = self._reason(about)
        sheet, others = self._sheet(path.name, about)
        found = collect(path.parent, path.name, others)
        of = sheet.digest(found)
        if found.failure is not None:
            self._fail(about, found.failure, of)
        self._tell_what_is_missing()
        judgement = judge(sheet.job(found))
        if judgement.failure is not None:
            self._fail(about, judgement.failure, "" if judgement.passing else of)
        reason.unlink(missing_ok=True)
        self._drop_links(path.parent, about)
        nb = nbformat.reads(judgement.notebook, as_version=4)
        remarks = [*found.remarks, *judgement.remarks]
        nb.metadata[METADATA_KEY] |= {"done": False, "remarks": remarks, "of": of}
        return nb

    def _sheet(self, name: str, about: dict) -> tuple[jobs.Sheet, set[str]]:
        """What the notebook is graded by, and the other notebooks of its assignment."""
        course = {"assignment": about["assignment"]}
        source, release = self._folder("source", course), self._folder("release", course)
        given = given_files(release if release.is_dir() else source)
        for own in self.parent.exclude_overwriting.get(about["assignment"], []):
            given.pop(Path(own).as_posix(), None)
        try:
            master = self._with_autotests(read(source / name), about)
            released = read(release / name) if (release / name).is_file() else ""
        except Mistake as mistake:
            raise NbGraderException(str(mistake)) from None
        limits = jobs.limits(self.config)
        others = {path.name for path in source.glob("*.ipynb")} - {name}
        return jobs.Sheet(master, released, given, limits, self.require_jail), others

    @staticmethod
    def _with_autotests(master: str, about: dict) -> str:
        """The master with what nbgrader wrote at `### AUTOTEST`: the gradebook has it."""
        if "AUTOTEST" not in master:
            return master
        nb = json.loads(master)
        with Gradebook(about["db_url"]) as gradebook:
            found = gradebook.find_notebook(about["notebook"], about["assignment"])
            written = {cell.name: cell.source for cell in found.source_cells}
        for cell in nb["cells"]:
            if locked(cell) and "AUTOTEST" in text(cell):
                cell["source"] = written.get(grade_id(cell), text(cell))
        return json.dumps(nb)

    def _tell_what_is_missing(self) -> None:
        if not self.told and (lacks := missing()):
            self.log.warning("submissions are not fully locked in: %s.", ", ".join(lacks))
        self.told = True

    def _reason(self, about: dict) -> Path:
        """Where the reason of a failure stands."""
        folder = self._folder("autograded", about)
        return folder.with_name(f"{folder.name}.failed.txt")

    def _fail(self, about: dict, reason: str, of: str) -> None:
        said = " ".join(reason.split())
        write(self._reason(about), failure_text(reason, of))
        names = about["student"], about["assignment"], about["notebook"]
        books = Books(about["db_url"])
        try:
            enter(books, Entry(*names, failed=True))
        finally:
            books.close()
        raise NbGraderException(f"{about['student']}, {about['notebook']}: {said}")

    def _drop_links(self, submitted: Path, about: dict) -> None:
        """nbgrader has copied what a student's links lead to: a secret, it may be."""
        copies = self._folder("autograded", about)
        for path in submitted.rglob("*"):
            if path.is_symlink():
                (copies / path.relative_to(submitted)).unlink(missing_ok=True)


class FeedbackPage(Exporter):
    """In the place of nbgrader's exporter of feedback: the page that `autograder feedback` writes.

    A submission that can't be graded has no folder in autograded/, so nbgrader makes none for it.
    """

    output_mimetype = "text/html"

    @default("file_extension")
    def _file_extension_default(self):
        return ".html"

    def from_notebook_node(self, nb, resources=None, **kwargs):
        resources = self._init_resources(resources)
        return page(nb, self._marks(resources["nbgrader"])), resources

    def _marks(self, about: dict) -> Marks:
        level, student = about["assignment"], about["student"]
        with Gradebook(about["db_url"]) as gradebook:
            found = gradebook.find_submission_notebook(about["notebook"], level, student)
            penalty = min(found.late_submission_penalty or 0.0, found.score)
            manual = {
                comment.name: (None, comment.manual_comment)
                for comment in found.comments
                if comment.manual_comment is not None
            }
            for grade in found.grades:
                if grade.manual_score is not None or grade.extra_credit is not None:
                    manual[grade.name] = (grade.score, manual.get(grade.name, (None, ""))[1])
            late = gradebook.find_submission(level, student).total_seconds_late
            score = found.score - penalty
            title = _title(Path(self.parent.coursedir.root), level)
            return Marks(title, student, score, found.max_score, late, penalty, manual)


def _title(root: Path, level: str) -> str:
    try:
        return load(root).levels[level].heading
    except (Mistake, KeyError):
        return level
