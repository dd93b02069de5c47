"""Slips that a learner could make, put into a reference solution one at a time.

A test that no slip escapes is a good test; a slip that keeps all its points is shown to the teacher
as it stands here: `line 7: axis=1 → axis=0`.

Which slips there are, says the table in `slips`.
"""

from __future__ import annotations

import ast
import difflib
import warnings
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from ..course import Mistake
from .nodes import Arithmetic, replaced
from .slips import OPERATORS

MOST = 40  # mutants of a solution, unless said otherwise
# fields of the syntax tree that say nothing about the result
READ_BY_PEOPLE = ("annotation", "returns", "decorator_list", "msg", "exc", "cause")


@dataclass(frozen=True)
class Mutant:
    """A solution with one slip; `change` says it in a line."""

    operator: str
    line: int  # of the solution cell
    source: str
    change: str


def mutants(source: str, names: Iterable[str] = ()) -> Iterator[Mutant]:
    """Every mutant of a solution cell, operator by operator, each in the order of the lines.

    What stands outside of `### BEGIN SOLUTION` and `### END SOLUTION` is given, so no slip is made
    there. With `names`, only their definitions change. Raises Mistake if the cell is not Python.
    """
    tree, magic = _parse(source)
    names, sites = set(names), list(_sites(tree, (), _solved_lines(source)))
    if names:
        sites = [(n, above) for n, above in sites if _defines((*above, n)[1], names)]
    seen = {_key(ast.unparse(tree))}
    for name, slips in OPERATORS.items():
        for node, above in sites:
            for new in slips(node, above):
                text = ast.unparse(replaced(tree, node, new))
                key = _key(text)
                if key is None or key in seen:
                    continue
                seen.add(key)
                line = next(n.lineno for n in (node, *above[::-1]) if hasattr(n, "lineno"))
                change = f"line {line}: {_change(node, above, new)}"
                yield Mutant(name, line, magic + text, change)


def spread(found: Iterable[Mutant], most: int = MOST) -> tuple[list[Mutant], int]:
    """At most so many of the mutants, as evenly as may be over operators; how many were left out.

    An operator that has more than its share gives some from the top, the middle and the end.
    """
    found = list(found)
    groups: dict[str, list[Mutant]] = {}
    for one in found:
        groups.setdefault(one.operator, []).append(one)
    shares, left = dict.fromkeys(groups, 0), max(0, min(most, len(found)))
    while left:
        for name in [name for name in groups if shares[name] < len(groups[name])][:left]:
            shares[name] += 1
            left -= 1
    kept = []
    for name, group in groups.items():
        kept += [group[i * len(group) // shares[name]] for i in range(shares[name])]
    return kept, len(found) - len(kept)


def difference(reference: str, mutant: str) -> str:
    """The lines of the reference that a mutant changes, and the line around each."""
    tree, magic = _parse(reference)
    lines = (magic + ast.unparse(tree)).split("\n"), mutant.split("\n")
    return "\n".join(list(difflib.unified_diff(*lines, lineterm="", n=1))[2:])


# The tree


def _parse(source: str) -> tuple[ast.Module, str]:
    """The cell's tree, and the line of a cell magic (`%%time`) that goes before every mutant."""
    magic, rest = "", source
    if source.startswith("%%"):
        magic, _, rest = source.partition("\n")
        magic += "\n"
    try:
        tree = ast.parse(rest)
    except SyntaxError:
        from IPython.core.inputtransformer2 import TransformerManager

        try:
            tree = ast.parse(TransformerManager().transform_cell(rest))
        except SyntaxError as error:
            raise Mistake(
                f"the reference solution is not Python, so it has no mutants: {error.msg} in line "
                f"{error.lineno}."
            ) from None
    return (ast.increment_lineno(tree) if magic else tree), magic


def _solved_lines(source: str) -> set[int]:
    """The lines between the marks of a solution; all lines when there are none."""
    lines, inside = set(), False
    for number, line in enumerate(source.split("\n"), 1):
        if "### BEGIN SOLUTION" in line:
            inside = True
        elif "### END SOLUTION" in line:
            inside = False
        elif inside:
            lines.add(number)
    return lines or set(range(1, source.count("\n") + 2))


def _sites(node, above, lines: set[int]) -> Iterator[tuple[ast.AST, tuple]]:
    """Every node where a slip may be made, with the nodes above it, from top to bottom."""
    for field, value in ast.iter_fields(node):
        if field in READ_BY_PEOPLE:
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST) and not _is_given(child, lines):
                yield child, (*above, node)
                yield from _sites(child, (*above, node), lines)


def _is_given(node, lines: set[int]) -> bool:
    """What a learner does not write: signatures, docstrings, magics, what is not between the marks.

    Texts in which values are filled in count as messages.
    """
    match node:
        case ast.arguments() | ast.JoinedStr() | ast.Expr(value=ast.Constant()):
            return True
        case ast.Expr() if "get_ipython()" in ast.unparse(node):
            return True
    first, last = getattr(node, "lineno", 1), getattr(node, "end_lineno", max(lines))
    return lines.isdisjoint(range(first, last + 1))


def _defines(statement, names: set[str]) -> bool:
    """Whether a statement of the cell gives one of the names its value."""
    if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        return statement.name in names
    stored = [n for n in ast.walk(statement) if isinstance(getattr(n, "ctx", None), ast.Store)]
    return any(isinstance(n, ast.Name) and n.id in names for n in stored)


def _change(node, above, new) -> str:
    """`old → new` in one line. A mere name or number says little, so its surroundings are shown."""
    shown, said = node, new
    for parent in reversed(above):
        if not isinstance(shown, ast.Constant | ast.Name | ast.Slice | ast.Tuple):
            break
        shown, said = parent, replaced(parent, node, new)
    old, new = _first_line(shown), _first_line(said)
    if _short(old) != _short(new):
        old, new = _short(old), _short(new)
    return f"{old} → {new}"


def _first_line(node) -> str:
    first, *more = ast.unparse(node).split("\n")
    return f"{first} …" if more else first


def _short(line: str) -> str:
    return line if len(line) <= 60 else f"{line[:34]} … {line[-23:]}"


def _key(text: str) -> str | None:
    """What mutants are compared by: the tree, with arithmetic of constants done. None: no Python.

    So `2 * x` and `x * 2` differ, but `50 / 6` and `1 / (6 / 50)`, or `x` and `1 * x`, do not.
    """
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # Python warns of what can't work, such as 3[0]
            compile(text, "mutant", "exec")
        return ast.dump(Arithmetic().visit(ast.parse(text)))
    except (SyntaxError, ZeroDivisionError):
        return None
