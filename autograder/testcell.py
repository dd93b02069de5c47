"""A test cell, run statement by statement on the trusted side.

Of a hidden statement, nothing is shown but what the test says of a failure: no source, no output,
and no word that the student's code chose while it ran.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass, field

from .credit import credit
from .session import DeviceDied, Gone, Session
from .shell import Shell
from .told import shown

QUIET = "…"  # in place of what a student's code said during a hidden test


@dataclass
class Outcome:
    score: float
    reason: str = ""  # why points are missing
    trace: str = ""  # the student's own traceback, or the visible statement that failed
    kind: str = ""  # class of the error
    outputs: list[dict] = field(default_factory=list)
    remark: str = ""  # for the instructor
    died: bool = False  # the process of a device did: once is tried again


def run(shell: Shell, session: Session, name: str, source: str, points: float) -> Outcome:
    """Run a test cell in the shell's namespace and say what it is worth."""
    outcome = Outcome(float(points))
    shell.name, shell.source = f"test {name}", source
    shell.listen = session.heard = outcome.outputs.append
    value = None
    try:
        code = shell.transform_cell(source)
        body = ast.parse(code, shell.name).body
    except SyntaxError as error:
        return Outcome(0.0, f"The test itself is broken: {error.msg}.", kind="SyntaxError")
    hidden = _hidden_lines(code)
    for statement in body:
        secret = not hidden.isdisjoint(range(statement.lineno, statement.end_lineno + 1))
        session.said.clear()
        count = len(outcome.outputs)
        try:
            with shell.printing():
                value = _run(shell, statement)
        except Exception as error:
            _failed(outcome, error, statement, code, secret, session)
            del outcome.outputs[count if secret else len(outcome.outputs) :]
            return outcome
        if secret:
            del outcome.outputs[count:]
    if value is not None and not _ends_quietly(shell):
        _credit(shell, outcome, value, secret, points, name)
    return outcome


def _run(shell: Shell, statement: ast.stmt):
    """Execute one statement; the value, if it is an expression."""
    space = shell.user_ns
    if isinstance(statement, ast.Expr):
        tree = ast.Expression(statement.value)
        return eval(compile(tree, shell.name, "eval"), space)
    exec(compile(ast.Module([statement], []), shell.name, "exec"), space)


def _failed(outcome, error, statement, code, secret, session) -> None:
    outcome.score, outcome.kind = 0.0, type(error).__name__
    outcome.died = isinstance(error, DeviceDied)
    if isinstance(error, Gone):
        outcome.kind, outcome.reason = "Stopped", f"The code {error}."
    elif isinstance(error, AssertionError):
        outcome.reason = str(error)
    else:
        said = str(error)
        outcome.reason = f"{outcome.kind}: {said}" if said else outcome.kind
    told = _told(error)
    if told:
        kind, message, frames = told
        outcome.trace = shown(kind, QUIET if secret and message else message, frames)
    if secret:
        for text in sorted(session.said, key=len, reverse=True):
            outcome.reason = outcome.reason.replace(text, QUIET)
        outcome.reason = outcome.reason or "A hidden test failed."
    elif not outcome.reason:
        outcome.reason = f"This does not hold: {_source(statement, error, code)}"
    outcome.reason = outcome.reason[:2000]


def _told(error):
    """What is known of the student's exception that this one is, or comes from."""
    seen = set()
    while error is not None and id(error) not in seen:
        if told := getattr(error, "told", None):
            return told
        seen.add(id(error))
        error = error.__cause__ or error.__context__
    return None


def _source(statement, error, code) -> str:
    """The line of the test that failed."""
    line, traceback = statement.lineno, error.__traceback__
    while traceback:
        if traceback.tb_frame.f_code.co_filename.startswith("test "):
            line = traceback.tb_lineno
        traceback = traceback.tb_next
    return code.split("\n")[line - 1].strip()


def _credit(shell, outcome, value, secret, points, name) -> None:
    """The last expression: a number is partial credit, anything else is shown."""
    with shell.printing():
        data, metadata = shell.display_formatter.format(value)
    score, reason = credit(str(data.get("text/plain", "")), points)
    if score is None:
        if not secret:
            output = {"output_type": "display_data", "data": data, "metadata": metadata}
            outcome.outputs.append(output)
        return
    outcome.score = score
    if reason:
        outcome.reason, outcome.kind = f"{reason[:1].upper()}{reason[1:]}.", "BadCredit"
        outcome.remark = f"Test {name}: {reason}."
    elif score < points:
        outcome.reason = f"Partial credit: {score:.10g} of {points:g}."


def _ends_quietly(shell: Shell) -> bool:
    return shell.displayhook.quiet()


def _hidden_lines(code: str) -> set[int]:
    """The numbers of the lines in hidden regions, with their markers."""
    found, inside = set(), False
    for number, line in enumerate(code.split("\n"), start=1):
        inside = inside or "BEGIN HIDDEN TESTS" in line
        if inside:
            found.add(number)
        inside = inside and "END HIDDEN TESTS" not in line
    return found
