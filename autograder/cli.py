"""The `autograder` command. What takes long to import is imported when it is needed."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Annotated

import typer
from typer.core import TyperGroup

from . import ready
from .course import Mistake, find_root, load


class Commands(TyperGroup):
    """The commands; whoever stops one is told. Typer itself would end without a word."""

    def invoke(self, context):
        try:
            return super().invoke(context)
        except KeyboardInterrupt:
            typer.echo("autograder: stopped; what was finished is kept.", err=True)
            sys.stdout.flush()
            os._exit(130)  # threads may still wait for what a submission runs


app = typer.Typer(
    cls=Commands,
    help="From text to released notebook, from submission to score.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
LevelName = Annotated[str, typer.Argument(metavar="LEVEL", help="A level of course.toml, like L2.")]


def main() -> None:
    """Run the command; a user's mistake is a line on stderr and exit code 1, no traceback."""
    try:
        app()
    except Mistake as mistake:
        for line in str(mistake).splitlines():
            typer.echo(f"autograder: {line}", err=True)
        sys.exit(1)
    except PermissionError as error:
        what = f"{error.filename}: " if error.filename else ""
        typer.echo(f"autograder: {what}this account may not use it; see to its rights.", err=True)
        sys.exit(1)


@app.command()
def build(
    check: Annotated[bool, typer.Option("--check", help="Only say what is out of step.")] = False,
    from_notebooks: Annotated[
        bool, typer.Option("--from-notebooks", help="Bring edited notebooks into the text first.")
    ] = False,
) -> None:
    """Make notebooks/, source/ and release/ from the text in course/."""
    from . import build as builder

    if check and from_notebooks:
        raise typer.BadParameter("--check and --from-notebooks exclude each other.")
    course = load()
    if check:
        wrong = builder.check(course)
        for line in wrong:
            typer.echo(line, err=True)
        if wrong:
            raise typer.Exit(1)
        typer.echo("all is in step.")
    elif from_notebooks:
        _say_each(builder.from_notebooks(course), "no notebook was edited; all is in step.")
    else:
        said = builder.build(course)
        warned = builder.warnings(course)
        for line in warned:
            typer.echo(line, err=True)
        _say_each(said, "" if warned else "all is in step.")


@app.command(context_settings={"allow_extra_args": True, "ignore_unknown_options": True})
def lab(
    context: typer.Context,
    no_browser: Annotated[bool, typer.Option("--no-browser", help="Serve only.")] = False,
    port: Annotated[int | None, typer.Option(help="The port to serve on.")] = None,
) -> None:
    """Build, copy the assignments into work/, and open JupyterLab at the start page.

    What stands after -- goes to JupyterLab.
    """
    from . import lab as laboratory

    root = find_root()
    for line in laboratory.prepare(root):
        typer.echo(line)
    laboratory.start(root, no_browser, port, context.args)


@app.command()
def grade(
    level: LevelName,
    student: Annotated[str | None, typer.Option(help="Only this student.")] = None,
    jobs: Annotated[
        int | None, typer.Option(min=1, help="How many at a time. Default: one a core.")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Grade again what is graded.")] = False,
    require_jail: Annotated[
        bool, typer.Option("--require-jail", help="Refuse where code can't be fully locked in.")
    ] = False,
    scheduler: Annotated[
        str | None,
        typer.Option(metavar="ADDRESS", help="Grade on the Dask cluster with this scheduler."),
    ] = None,
) -> None:
    """Grade submitted/*/LEVEL. Exit code 1 if a submission could not be graded."""
    from .batch import Options
    from .table import Progress, show
    from .verdict import FAILED

    batch = ready.batch(level)
    with Progress() as progress:
        found = batch.grade(
            student, Options(force, jobs, require_jail, scheduler), progress.say, progress.at
        )
    if batch.passed:
        typer.echo(f"{batch.passed} were graded already (--force grades them again)")
    typer.echo()
    show(found)
    if any(one.outcome == FAILED for one in found):
        raise typer.Exit(1)


@app.command()
def feedback(level: LevelName) -> None:
    """Write feedback/*/LEVEL/*.html for what is graded."""
    batch = ready.batch(level)
    ready.check_gradebook(batch.course, level)
    pages, failed = batch.feedback()
    typer.echo(f"{pages} pages in feedback/<student>/{level}/")
    if failed:
        raise Mistake("\n".join(failed))


@app.command("self-check")
def self_check(
    notebook: Annotated[Path, typer.Argument(metavar="NOTEBOOK", help="Your own notebook.")],
) -> None:
    """Grade one's own notebook: the score by exercise, and the reasons. Nothing is written."""
    from .selfcheck import self_check, show

    show(*self_check(find_root(), notebook))


@app.command()
def report(
    format: Annotated[str | None, typer.Option(help="csv, canvas or moodle.")] = None,
    output: Annotated[Path | None, typer.Option("-o", "--output", help="The file.")] = None,
) -> None:
    """The gradebook: a table in the terminal, or CSV."""
    from . import export
    from .course import write
    from .table import show

    if format is not None and format not in export.FORMATS:
        raise typer.BadParameter(f"--format is one of {', '.join(export.FORMATS)}, not {format}.")
    course = load()
    if output is not None:
        ready.check_writable(output)
    found, levels = ready.graded(course)
    if format is None and output is None:
        show(found)
        return
    text = export.to_csv(export.FORMATS[format or "csv"](found, levels))
    if output is None:
        typer.echo(text, nl=False)
    else:
        write(output, text)
        typer.echo(f"wrote {output}", err=True)


@app.command()
def cards(
    out: Annotated[Path, typer.Argument(metavar="OUT.apkg", help="The file, for Anki to import.")],
) -> None:
    """The quiz questions and flashcards of the course as a deck for Anki.

    Importing it again updates the cards, and keeps what Anki knows of your learning.
    """
    course = load()
    if out.suffix != ".apkg":
        raise Mistake(f"can't write {out}: Anki imports files that end in .apkg; name it so.")
    ready.check_writable(out)
    from . import anki
    from .course import write

    write(out, anki.package(course))
    typer.echo(f"wrote {out}; in Anki: File, Import.")


@app.command()
def prove(
    level: Annotated[str | None, typer.Argument(metavar="[LEVEL]", help="Default: all.")] = None,
    exercise: Annotated[str | None, typer.Option(help="Only this one, by its name.")] = None,
    mutants: Annotated[
        int, typer.Option(min=0, help="At most so many slips put into each solution.")
    ] = 40,
    jobs: Annotated[
        int | None, typer.Option(min=1, help="How many at a time. Default: one a core.")
    ] = None,
    strict: Annotated[
        bool, typer.Option("--strict", help="At most 5 % of the slips may live, each for a reason.")
    ] = False,
    json: Annotated[bool, typer.Option("--json", help="Machine-readable.")] = False,
) -> None:
    """Try right and wrong answers, and slips put into the solutions, against the tests.

    Exit code 1 if a right answer loses points, or a wrong one does not for the reason it names;
    with --strict also if more than 5 % of the slips live, or one that is not explained in
    course/LEVEL/answers/survivors.toml.
    """
    from contextlib import nullcontext

    from .prove import proofs, prove, variants
    from .table import Progress

    course = variants.course_here()
    levels = variants.levels_of(course, level)
    with nullcontext() if json else Progress() as progress:
        at = progress.at if progress else lambda done, total: None
        proof = prove(course, levels, mutants, jobs, at, exercise)
    if json:
        typer.echo(proofs.to_json(proof))
    else:
        proofs.show(proof)
    if proof.breaches or (strict and not proof.strict()):
        raise typer.Exit(1)


@app.command()
def demo() -> None:
    """A class of made-up submissions, from release to report, in the folder demo/."""
    from . import demo as demonstration

    if not demonstration.run(load(), typer.echo):
        raise typer.Exit(1)


def _say_each(lines: list[str], otherwise: str) -> None:
    if not lines and otherwise:
        lines = [otherwise]
    for line in lines:
        typer.echo(line)
