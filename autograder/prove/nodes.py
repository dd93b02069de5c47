"""Small tools on the nodes of Python's syntax tree, of which the slips are made."""

from __future__ import annotations

import ast
import copy
import math
import operator
from itertools import pairwise
from typing import ClassVar

AXES = ("axis", "dim")
RANKS = ("rank", "stage", "index", "me", "i")


def changed(node, **changes):
    """A copy of the node with some fields changed."""
    new = copy.copy(node)
    vars(new).update(changes)
    return new


def formula(text: str, **parts: ast.expr) -> ast.expr:
    """The expression that `text` writes, with `parts` for its names."""

    class Fill(ast.NodeTransformer):
        def visit_Name(self, name):
            return parts.get(name.id, name)

    return Fill().visit(ast.parse(text, mode="eval").body)


def integer(node) -> int | None:
    match node:
        case ast.Constant(value=int(value)) if not isinstance(value, bool):
            return value
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int(value))):
            return -value
    return None


def other_axis(node) -> ast.expr:
    return ast.Constant(0 if integer(node) in (1, -1) else 1)


def names_axis(above) -> bool:
    """Whether a number under these nodes is an axis, which has a slip of its own."""
    match above[-2] if isinstance(above[-1], ast.UnaryOp) else above[-1]:
        case ast.keyword(arg=name):
            return name in AXES
        case ast.Subscript(value=ast.Attribute(attr="shape")):
            return True
    return False


def one_more_and_less(bound) -> list[ast.expr]:
    """Of a bound that is a formula. A number in it, as in `3` or `n - 1`, has its own turn."""
    match bound:
        case None | ast.BinOp(op=ast.Add() | ast.Sub(), right=ast.Constant()):
            return []
    if integer(bound) is not None:
        return []
    return [formula("x + 1", x=bound), formula("x - 1", x=bound)]


def count(terms) -> ast.expr | None:
    """How many terms a sum runs over, if the source says so."""
    match terms:
        case ast.GeneratorExp(generators=[one]) | ast.ListComp(generators=[one]):
            return count(one.iter)
        case ast.Call(func=ast.Name("range"), args=[number]):
            return number
        case ast.Call(func=ast.Name("zip" | "enumerate" | "reversed"), args=[first, *_]):
            return count(first)
        case ast.Name():
            return formula("len(x)", x=terms)
    return None


def is_neighbour(node) -> bool:
    """`rank + 1`, `dev.rank - 1` and their like."""
    match node:
        case ast.BinOp(
            left=ast.Name(name) | ast.Attribute(attr=name),
            op=ast.Add() | ast.Sub(),
            right=ast.Constant(value=1),
        ):
            return name in RANKS
    return False


def arguments(above) -> list[str]:
    """Of the function that the node is in."""
    for node in reversed(above):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            return [arg.arg for arg in (*node.args.posonlyargs, *node.args.args)]
    return []


def negated(test) -> ast.expr:
    match test:
        case ast.UnaryOp(op=ast.Not(), operand=inner):
            return inner
    return ast.UnaryOp(ast.Not(), test)


def swaps(items: list) -> list[list]:
    """The list with two neighbours exchanged, for each pair of neighbours."""
    return [[*items[:i], b, a, *items[i + 2 :]] for i, (a, b) in enumerate(pairwise(items))]


def other_error(name: str) -> ast.expr:
    return ast.Name("TypeError" if name == "ValueError" else "ValueError")


def names_in(tree) -> set[str]:
    """The variables and arguments that a tree speaks of."""
    nodes = list(ast.walk(tree))
    variables = {node.id for node in nodes if isinstance(node, ast.Name)}
    return variables | {node.arg for node in nodes if isinstance(node, ast.arg)}


def replaced(node, old, new):
    """A copy of a tree, with `new` (a node, or statements) in place of `old`."""
    if node is old:
        return new
    if isinstance(node, list):
        parts = [replaced(part, old, new) for part in node]
        return [one for part in parts for one in (part if isinstance(part, list) else [part])]
    if not isinstance(node, ast.AST):
        return node
    fields = ast.iter_fields(node)
    return changed(node, **{name: replaced(value, old, new) for name, value in fields})


class Arithmetic(ast.NodeTransformer):
    """Does the arithmetic of constants, and leaves out `1 *`, `+ 0` and their like."""

    done: ClassVar = {
        ast.Add: operator.add,
        ast.Sub: operator.sub,
        ast.Mult: operator.mul,
        ast.Div: operator.truediv,
        ast.FloorDiv: operator.floordiv,
    }

    def visit_Constant(self, node):
        value = node.value
        if isinstance(value, float) and math.isfinite(value):
            value = float(f"{value:.12g}")
            value = int(value) if value.is_integer() else value
        return ast.Constant(value)

    def visit_UnaryOp(self, node):
        node = self.generic_visit(node)
        if isinstance(node.op, ast.USub) and _is_number(node.operand):
            return ast.Constant(-node.operand.value)
        return node

    def visit_BinOp(self, node):
        node = self.generic_visit(node)
        left, right = node.left, node.right
        if type(node.op) in self.done and _is_number(left) and _is_number(right):
            return self.visit(ast.Constant(self.done[type(node.op)](left.value, right.value)))
        neutral = 0 if isinstance(node.op, ast.Add | ast.Sub) else 1
        if isinstance(node.op, ast.Add | ast.Sub | ast.Mult | ast.Div) and _is(right, neutral):
            return left
        if isinstance(node.op, ast.Add | ast.Mult) and _is(left, neutral):
            return right
        return node


def _is_number(node) -> bool:
    return isinstance(node, ast.Constant) and type(node.value) in (int, float)


def _is(node, number: int) -> bool:
    return _is_number(node) and node.value == number
