"""nbgrader as this repository configures it: its application, its converters, its gradebook."""

from __future__ import annotations

import contextlib
import logging
import os
import sys
import sysconfig
from functools import cached_property
from pathlib import Path

from .course import MARK, Level, Mistake
from .gradebook.clock import utc


def scripts_on_path() -> None:
    """Put this interpreter's scripts on PATH: nbgrader starts `alembic` by name."""
    scripts = sysconfig.get_path("scripts")
    if scripts not in os.environ.get("PATH", "").split(os.pathsep):
        os.environ["PATH"] = scripts + os.pathsep + os.environ.get("PATH", "")


class Front:
    """nbgrader with the configuration of the repository at `root`; what it logs is kept.

    settings         what nbgrader_config.py sets; read without nbgrader, which takes seconds
    app, coursedir   nbgrader's own objects; imported when first asked for
    log              the records since the last `attempt`, for the reason of a failure
    """

    def __init__(self, root: Path):
        scripts_on_path()
        self.root = root
        self.log: list[logging.LogRecord] = []
        self.settings = _settings(root)

    @cached_property
    def app(self):
        from nbgrader.apps import NbGrader

        with contextlib.chdir(self.root), _readable():
            app = NbGrader(log_level=logging.WARNING)
            app.log.handlers = [_Keep(self.log)]
            app.log.propagate = False
            app.initialize([], root=str(self.root))
        return app

    @property
    def coursedir(self):
        return self.app.coursedir

    @property
    def db_url(self) -> str:
        """As nbgrader finds it: what the settings say, else gradebook.db."""
        course = self.settings.CourseDirectory
        folder = Path(course.get("root", "") or self.root)
        return course.get("db_url", "") or f"sqlite:///{folder.absolute() / 'gradebook.db'}"

    @contextlib.contextmanager
    def books(self):
        """The gradebook without nbgrader, see `Books`. Raises Mistake as `gradebook` does."""
        with self._gradebook_at_hand():
            from .gradebook.books import Books

            books = Books(self.db_url, lambda *about: self.late_penalty(*about))
            try:
                yield books
            finally:
                books.close()

    @cached_property
    def late_penalty(self):
        """(student, score, seconds late) -> points to take off, or None.

        That is the plugin which the settings name. When they name none, and set nothing of
        nbgrader's own, that one takes nothing off, and need not be imported.
        """
        if not {"AssignLatePenalties", "LateSubmissionPlugin"} & set(self.settings):
            return lambda student, score, seconds: None
        from nbgrader.preprocessors import AssignLatePenalties

        assign = AssignLatePenalties(parent=self.app)
        assign.init_plugin()
        return assign.plugin_inst.late_submission_penalty

    def convert(self, kind: str, level: str, student: str = "*", force: bool = False) -> str | None:
        """Run nbgrader's converter of that name; the reason if it fails, else None."""
        from glob import escape

        from nbgrader import converters
        from nbgrader.converters import NbGraderException

        self.log.clear()
        self.coursedir.assignment_id = level
        self.coursedir.student_id = student if student in ("*", ".") else escape(student)
        converter = getattr(converters, kind)(coursedir=self.coursedir, parent=self.app)
        converter.force = converter.force or force
        try:
            with contextlib.chdir(self.root), self._gradebook_at_hand():
                converter.start()
        except NbGraderException:
            return self.reason()
        return None

    def reason(self) -> str:
        """The last line of the last traceback logged, else the first error."""
        errors = [r.getMessage() for r in self.log if r.levelno >= logging.ERROR]
        traces = [e for e in errors if e.startswith("Traceback")]
        text = traces[-1].strip().splitlines()[-1] if traces else (errors or ["unknown"])[0]
        return " ".join(text.split())[:300]

    @contextlib.contextmanager
    def gradebook(self):
        """The gradebook. Raises Mistake when it is none, or when another run holds it."""
        from nbgrader.api import Gradebook

        with self._gradebook_at_hand():
            with Gradebook(self.coursedir.db_url, self.coursedir.course_id) as gradebook:
                yield gradebook

    @contextlib.contextmanager
    def _gradebook_at_hand(self):
        from sqlalchemy.exc import SQLAlchemyError

        try:
            yield
        except SQLAlchemyError as error:
            reason = str(getattr(error, "orig", None) or error).splitlines()[0]
            raise Mistake(_trouble(self.db_url.rsplit("/", 1)[-1], reason)) from None

    def release_text(self, source: str, level: Level, register: bool = False) -> str:
        """What `nbgrader generate_assignment` makes of a source notebook, byte for byte.

        The gradebook is touched only with `register`: then it learns the level's cells.
        Raises Mistake with nbgrader's reason when the notebook can't be released.
        """
        import nbformat
        from nbconvert.exporters import NotebookExporter
        from nbgrader.converters import GenerateAssignment

        self.log.clear()
        converter = GenerateAssignment(coursedir=self.coursedir, parent=self.app)
        converter.config.SaveCells.enabled = register
        exporter = NotebookExporter(parent=converter, config=converter.config)
        for preprocessor in converter.preprocessors:
            exporter.register_preprocessor(preprocessor)
        facts = {
            "student": ".",
            "assignment": level.name,
            "notebook": level.notebook,
            "db_url": self.coursedir.db_url,
        }
        notebook = nbformat.reads(source, as_version=4)
        try:
            with contextlib.chdir(self.root), self._gradebook_at_hand():
                return exporter.from_notebook_node(notebook, {"nbgrader": facts})[0]
        except (RuntimeError, ValueError) as error:
            reason = " ".join(str(error).split())
            raise Mistake(f"{level.name} can't be released: {reason}") from None

    def register(self, source: str, level: Level) -> None:
        """Bring the gradebook up to the source notebook: the level, its due date, its cells."""
        with self.gradebook() as gradebook:
            gradebook.update_or_create_assignment(level.name, duedate=due_date(level))
        self.release_text(source, level, register=True)


def _settings(root: Path):
    """What nbgrader's applications would be configured with, started from `root`."""
    from jupyter_core.application import JupyterApp
    from traitlets.config import Application
    from traitlets.config.loader import PyFileConfigLoader

    class Settings(JupyterApp):
        name = "nbgrader"
        config_file_name = "nbgrader_config"

    with contextlib.chdir(root), _readable():
        # an application goes on without the settings when they can't be read
        PyFileConfigLoader(MARK, path=str(root)).load_config()
        app = Settings(log_level=logging.CRITICAL)
        app.load_config_file()  # the user's and the machine's
        Application.load_config_file(app, app.config_file_name, str(root))
        return app.config


@contextlib.contextmanager
def _readable():
    """Whatever goes wrong in the settings is a Mistake; the import path stays as it was."""
    path = list(sys.path)
    try:
        yield
    except (Exception, SystemExit) as error:
        reason = " ".join(f"{type(error).__name__}: {error}".split())
        raise Mistake(f"{MARK} can't be read: {reason}") from None
    finally:
        sys.path[:] = path


def _trouble(name: str, reason: str) -> str:
    """What is wrong with the gradebook, and what to do, from what the database said."""
    if "locked" in reason:
        return f"{name} is in use by another run: wait, then try again."
    if "full" in reason or "disk I/O" in reason or "readonly" in reason:
        return (
            f"{name} can't be written ({reason}): make room for it, then call again; "
            "what was finished is kept."
        )
    return (
        f"{name} can't be used as a gradebook ({reason}): restore it from a copy, "
        "or move it away and grade anew."
    )


def due_date(level: Level):
    """The level's due date as a naive UTC datetime, or None. Raises Mistake if it is no date."""
    try:
        return utc(level.due) if level.due else None
    except ValueError:
        raise Mistake(
            f"course/course.toml, [levels.{level.name}]: due = {level.due!r} is not a date; "
            'write it like "2027-02-15 23:59:00 UTC".'
        ) from None


class _Keep(logging.Handler):
    def __init__(self, records: list[logging.LogRecord]):
        super().__init__(logging.WARNING)
        self.records = records

    def emit(self, record: logging.LogRecord) -> None:
        self.records.append(record)
