"""The names that a cell binds at its top level, read from its text without running it."""

from __future__ import annotations

import ast
import re
import warnings
from dataclasses import dataclass, field
from functools import lru_cache

LONGEST = 200_000  # characters; of a longer cell only the beginning is read
_DEFINED = re.compile(r"^(?:async\s+)?(?:def|class)\s+(\w+)", re.MULTILINE)
_ASSIGNED = re.compile(r"^([A-Za-z_]\w*)\s*(?::[^=\n]*)?=(?!=)", re.MULTILINE)


@dataclass
class Names:
    """In the order in which they are first bound; `defined` are those of `others` by def, class."""

    imports: list[str] = field(default_factory=list)
    others: list[str] = field(default_factory=list)
    defined: list[str] = field(default_factory=list)
    touched: list[str] = field(default_factory=list)  # in which it sets an item or an attribute


@lru_cache(maxsize=4096)
def names(source: str) -> Names:
    """What the cell binds; of a cell that Python can't parse, what its lines look like."""
    found = _parsed(source)
    if found is None:
        plain = without_magics(source[:LONGEST])
        found = _parsed(plain) if plain != source else None
    if found is None:
        defined = _DEFINED.findall(plain)
        found = Names([], [*defined, *_ASSIGNED.findall(plain)], defined)
    for kind in ("imports", "others", "defined", "touched"):
        setattr(found, kind, list(dict.fromkeys(getattr(found, kind))))
    return found


def _parsed(source: str) -> Names | None:
    found = Names()
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # an odd escape in a student's string
            if len(source) <= LONGEST:
                _block(ast.parse(source).body, found)
                return found
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        pass
    return None


def without_magics(source: str) -> str:
    """The cell's Python: no lines of IPython, and nothing of a cell in another language."""
    lines = source.split("\n")
    first = next((line for line in lines if line.strip()), "")
    if first.startswith("%%"):
        if not re.match(r"%%(time|timeit|capture|prun)\b", first):
            return ""
        lines[lines.index(first)] = ""
    kept = []
    for line in lines:
        bare = line.lstrip()
        if bare.startswith(("%", "!", "?")) and not _goes_on(kept):
            # `pass` where the line may be the only one of a block
            line = line[: len(line) - len(bare)] + "pass"
        kept.append(line)
    return "\n".join(kept)


def _goes_on(lines: list[str]) -> bool:
    """Whether the last line is open, so that a % after it is an operator."""
    return bool(lines) and lines[-1].rstrip().endswith(("\\", "(", ",", "["))


def _block(body: list[ast.stmt], found: Names) -> None:
    for node in body:
        _statement(node, found)


def _statement(node: ast.stmt, found: Names) -> None:
    match node:
        case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
            found.others.append(node.name)
            found.defined.append(node.name)
            return
        case ast.Import() | ast.ImportFrom():
            found.imports += [a.asname or a.name.split(".")[0] for a in node.names if a.name != "*"]
            return
        case ast.Delete():
            for target in node.targets:
                _forget(target, found)
            return
    for part in ast.iter_child_nodes(node):
        match part:
            case ast.stmt():
                _statement(part, found)
            case ast.ExceptHandler() | ast.match_case():  # the name of an exception is gone again
                if isinstance(part, ast.match_case):
                    _expression(part.pattern, found)
                _block(part.body, found)
            case _:
                _expression(part, found)


def _expression(node: ast.AST, found: Names) -> None:
    """Targets, `:=` and patterns; what functions and comprehensions bind stays inside them."""
    match node:
        case ast.Name(ctx=ast.Store()):
            found.others.append(node.id)
        case ast.Subscript(ctx=ast.Store()) | ast.Attribute(ctx=ast.Store()):
            if isinstance(node.value, ast.Name):
                found.touched.append(node.value.id)
        case ast.MatchAs(name=str()) | ast.MatchStar(name=str()):
            found.others.append(node.name)
        case ast.Lambda():
            return
        case ast.comprehension():  # its target is its own
            for part in (node.iter, *node.ifs):
                _expression(part, found)
            return
    for part in ast.iter_child_nodes(node):
        _expression(part, found)


def _forget(target: ast.AST, found: Names) -> None:
    for node in ast.walk(target):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Del):
            for kind in (found.imports, found.others, found.defined):
                kind[:] = [name for name in kind if name != node.id]


@lru_cache(maxsize=4096)
def imports(source: str) -> list[str]:
    """The imports at the top level of a cell."""
    found = [n for n in parsed(source).body if isinstance(n, ast.Import | ast.ImportFrom)]
    return list(map(ast.unparse, found))


@lru_cache(maxsize=4096)
def used(source: str) -> set[str]:
    """The names that a cell uses."""
    return {node.id for node in ast.walk(parsed(source)) if isinstance(node, ast.Name)}


def parsed(source: str) -> ast.Module:
    """The cell's Python, without the lines that only IPython reads; empty if it is none."""
    try:
        return ast.parse(without_magics(source))
    except SyntaxError:
        return ast.Module([], [])
