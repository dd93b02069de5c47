"""A test cell, run statement by statement on the trusted side.

Of a hidden statement, nothing is shown but what the test says of a failure: no source, no output,
and no word that the student's code chose while it ran.
"""

from __future__ import annotations

import ast
import asyncio
import inspect
import re
import sys
from dataclasses import dataclass, field
from functools import lru_cache
from types import CodeType

from .conversation import DeviceDied, Gone, Late, NoJail, Stop
from .credit import credit
from .remote import Remote
from .session import Session
from .shell import Shell
from .wire.told import known_class, shown

AWAIT = ast.PyCF_ALLOW_TOP_LEVEL_AWAIT
QUIET = "…"  # in place of what a student's code said during a hidden test


@dataclass
class Outcome:
    score: float
    reason: str = ""  # why points are missing
    trace: str = ""  # the student's own traceback, or the visible statement that failed
    line: str = ""  # where the student's code raised
    kind: str = ""  # class of the error
    outputs: list[dict] = field(default_factory=list)
    remark: str = ""  # for the instructor
    died: bool = False  # the process of a device did: once is tried again
    late: bool = False  # the student's code took longer than it may
    barred: bool = False  # the student's code could not do in a hidden test what it may elsewhere


@dataclass(frozen=True)
class Statement:
    node: ast.stmt
    code: CodeType
    value: bool  # whether it is an expression
    secret: bool  # whether it is hidden from students


@dataclass(frozen=True)
class Prepared:
    """A test cell, compiled. `broken` says why it can't be."""

    text: str
    statements: tuple[Statement, ...] = ()
    broken: str = ""


_TEXTS: dict[str, tuple[list[str], set[int]]] = {}  # file -> lines of a test, and the hidden ones


@lru_cache(maxsize=4096)
def prepare(name: str, source: str) -> Prepared:
    code = Shell.instance().transform_cell(source)
    try:
        body = ast.parse(code, _file(name)).body
        hidden = _hidden_lines(code)
        _TEXTS[_file(name)] = code.split("\n"), hidden
        return Prepared(code, tuple(_statement(name, node, hidden) for node in body))
    except (SyntaxError, ValueError) as error:
        return Prepared(code, broken=f"The test itself is broken: {error}.")


def _file(name: str) -> str:
    return f"test {name}"


def _statement(name: str, node: ast.stmt, hidden: set[int]) -> Statement:
    secret = not hidden.isdisjoint(range(node.lineno, node.end_lineno + 1))
    if isinstance(node, ast.Expr):
        code = compile(ast.Expression(node.value), _file(name), "eval", AWAIT)
    else:
        code = compile(ast.Module([node], []), _file(name), "exec", AWAIT)
    return Statement(node, code, isinstance(node, ast.Expr), secret)


def run(shell: Shell, session: Session, name: str, source: str, points: float) -> Outcome:
    """Run a test cell in the shell's namespace and say what it is worth."""
    prepared = prepare(name, source)
    if prepared.broken:
        return Outcome(0.0, prepared.broken, kind="SyntaxError", remark=prepared.broken)
    outcome = Outcome(float(points))
    shell.name, shell.source = _file(name), source
    shell.listen = outcome.outputs.append
    session.heard = lambda output: _hear(output, outcome.outputs)
    session.start_test()
    at, value = 0, None
    while at < len(prepared.statements):
        statement, count = prepared.statements[at], len(outcome.outputs)
        session.said.clear()
        session.hide(statement.secret)
        try:
            with shell.printing():
                value = eval(statement.code, shell.user_ns)
                if inspect.iscoroutine(value) and statement.code.co_flags & inspect.CO_COROUTINE:
                    value = asyncio.run(value)
        except NoJail:
            raise
        except (Exception, Stop, SystemExit, KeyboardInterrupt, GeneratorExit) as error:
            _failed(outcome, error, statement, prepared.text, session)
        if statement.secret or session.exposed:
            del outcome.outputs[count:]
        at += 1
        if outcome.reason:
            if not (statement.secret and session.reused) or outcome.late:
                break
            # the fork has served other tests: spoiled by them, or without what has changed since
            session.start_test(fresh=True)
            at = _begin_of_hidden(prepared.statements, at - 1)
            outcome = Outcome(float(points), outputs=outcome.outputs)
    session.hide(False)
    if outcome.reason:
        return outcome
    secret = (bool(prepared.statements) and prepared.statements[-1].secret) or session.exposed
    if isinstance(value, Remote):  # what an object of the student's says of itself is no credit
        value = None
    if value is not None and not shell.displayhook.quiet():
        _credit(shell, outcome, value, secret, points, name)
    return outcome


def _hear(output: dict, outputs: list[dict]) -> None:
    """What the student's code prints goes where a test may look for it."""
    if output.get("output_type") == "stream":
        stream = sys.stderr if output.get("name") == "stderr" else sys.stdout
        stream.write(str(output.get("text", "")))
    else:
        outputs.append(output)


def _begin_of_hidden(statements: tuple[Statement, ...], at: int) -> int:
    """The first of the hidden statements that one stands among."""
    while at and statements[at - 1].secret:
        at -= 1
    return at


def _failed(outcome, error, statement: Statement, code: str, session) -> None:
    places = list(_places(error))
    secret = statement.secret or session.exposed or any(hidden for _, hidden in places)
    outcome.score, outcome.kind = 0.0, type(error).__name__
    outcome.died, outcome.late = isinstance(error, DeviceDied), isinstance(error, Late)
    if isinstance(error, Gone):
        outcome.kind, outcome.reason = "Stopped", f"The code {error}."
    elif isinstance(error, Stop | AssertionError):
        outcome.reason = str(error)
    else:
        said = str(error)
        outcome.reason = f"{outcome.kind}: {said}" if said else outcome.kind
    if students := _of_the_student(error):
        outcome.barred = statement.secret and isinstance(students, OSError)
        kind, message, frames = students.told
        if secret:
            kind, message = known_class(error), message and QUIET
        own = session.sources.own(frames, secret)
        outcome.trace = shown(kind, message, own)
        outcome.line = _line(own, secret)
    if secret:
        if not isinstance(error, Stop):
            outcome.reason = outcome.reason.replace(outcome.kind, known_class(error))
            outcome.kind = known_class(error)
        for text in sorted(session.said, key=len, reverse=True):
            outcome.reason = outcome.reason.replace(text, QUIET)
        # two texts beside each other, each left out
        outcome.reason = re.sub(f"{QUIET}{{2,}}", QUIET, outcome.reason)
        outcome.reason = outcome.reason or "A hidden test failed."
    elif not outcome.reason:
        line = places[-1][0] if places else code.split("\n")[statement.node.lineno - 1].strip()
        outcome.reason = f"This does not hold: {line}"
    outcome.reason = outcome.reason[:2000]


def _line(frames, secret: bool) -> str:
    """The last line of the student's. A `raise` whose message is shown says enough by that."""
    at = next(((number, text) for _, number, _, text in frames[::-1] if text), None)
    if at is None or (not secret and at[1].split()[0] == "raise"):
        return ""
    return f"line {at[0]}: `{at[1]}`"


def _of_the_student(error):
    """The student's exception that this one is, or comes from."""
    seen = set()
    while error is not None and id(error) not in seen:
        if getattr(error, "told", None):
            return error
        seen.add(id(error))
        error = error.__cause__ or error.__context__
    return None


def _places(error):
    """The lines of tests that it went through, and whether each is hidden."""
    traceback = error.__traceback__
    while traceback:
        file, line = traceback.tb_frame.f_code.co_filename, traceback.tb_lineno
        if file in _TEXTS:
            lines, hidden = _TEXTS[file]
            yield lines[line - 1].strip(), line in hidden
        traceback = traceback.tb_next


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
    if reason and secret:
        reason = "partial credit must be one plain number, and not more than there is"
    if reason:
        outcome.reason, outcome.kind = f"{reason[:1].upper()}{reason[1:]}.", "BadCredit"
        outcome.remark = f"Test {name}: {reason}."
    elif score < points:
        outcome.reason = f"Partial credit: {score:.10g} of {points:g}."


def _hidden_lines(code: str) -> set[int]:
    """The numbers of the lines in hidden regions, with their markers."""
    found, inside = set(), False
    for number, line in enumerate(code.split("\n"), start=1):
        inside = inside or "BEGIN HIDDEN TESTS" in line
        if inside:
            found.add(number)
        inside = inside and "END HIDDEN TESTS" not in line
    return found
