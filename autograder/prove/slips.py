"""The slips that a learner could make: a small table of operators on Python's syntax tree.

Each looks at one node and at the nodes `above` it (the last is its parent), and yields what could
stand there instead: a node, or statements. What comes of it, `mutants` puts into the solution.
"""

from __future__ import annotations

import ast

from .nodes import (
    AXES,
    arguments,
    changed,
    count,
    formula,
    integer,
    is_neighbour,
    names_axis,
    names_in,
    negated,
    one_more_and_less,
    other_axis,
    other_error,
    swaps,
)

AXIS_AT = {"concatenate": 1, "stack": 1, "split": 2, "array_split": 2}  # among the arguments
COLLECTIVES = ("all_reduce", "reduce", "reduce_scatter", "all_gather", "gather", "broadcast")
COLLECTIVES += ("scatter", "all_to_all")
COMMUTATIVE = ("max", "min", "maximum", "minimum", "add", "multiply", "allclose", "isclose", "gcd")
COPIES = ("array", "copy", "deepcopy", "ascontiguousarray")
BUFFERS = ("zeros_like", "ones_like", "empty_like", "full_like")
SIDES = [("left", "right"), ("src", "dst"), ("prev", "next"), ("previous", "following")]
OTHER_SIDE = {here: there for pair in SIDES for here, there in (pair, pair[::-1])}
OTHER_OPERATIONS = {
    ast.Div: (ast.Mult, ast.FloorDiv),
    ast.Mult: (ast.Div,),
    ast.FloorDiv: (ast.Div, ast.Mult),
    ast.Add: (ast.Sub,),
    ast.Sub: (ast.Add,),
    ast.Mod: (ast.FloorDiv,),
}
NEXT_COMPARISON = {ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt}


def swap_axis(node, above):
    match node:
        case ast.keyword(arg=name, value=axis) if name in AXES and integer(axis) is not None:
            yield changed(node, value=other_axis(axis))
        case ast.Subscript(ast.Attribute(attr="shape"), axis) if integer(axis) in (0, 1, -1):
            yield changed(node, slice=other_axis(axis))
        case ast.Assign(targets=[ast.Tuple(elts=[a, b])], value=ast.Attribute(attr="shape")):
            yield changed(node, targets=[ast.Tuple([b, a])])
        case ast.Subscript(slice=ast.Tuple(elts=[ast.Slice(None, None, None), cut])):
            yield changed(node, slice=cut)  # X[:, a:b] → X[a:b]
        case ast.Subscript(slice=ast.Slice(lower, upper) as cut) if lower or upper:
            yield changed(node, slice=ast.Tuple([ast.Slice(), cut]))
        case ast.Call(func=ast.Attribute(attr=name), args=args) if name in AXIS_AT:
            at = AXIS_AT[name]
            if len(args) > at and integer(args[at]) is not None:
                yield changed(node, args=[*args[:at], other_axis(args[at]), *args[at + 1 :]])
            elif len(args) <= at and not any(k.arg in AXES for k in node.keywords):
                yield changed(node, keywords=[*node.keywords, ast.keyword("axis", ast.Constant(1))])
        case ast.BinOp(left=left, op=ast.MatMult(), right=right):
            yield changed(node, left=formula("x.T", x=left))
            yield changed(node, right=formula("x.T", x=right))
        case ast.Attribute(attr="T", value=value):
            yield value


def drop_sum(node, above):
    match node:
        case ast.Call(func=ast.Name("sum"), args=[terms, *_]):
            yield formula("next(iter(x))", x=terms)
        case ast.Call(func=ast.Attribute(ast.Name("np"), "sum"), args=[x, *_]):
            yield x
        case ast.Call(func=ast.Attribute(value=x, attr="sum")):
            yield x
        case ast.Call(func=ast.Attribute(attr=name) | ast.Name(name), args=[x, *_]):
            if name in COLLECTIVES:
                yield x
        case ast.AugAssign(target=target, op=ast.Add(), value=value):
            yield ast.Assign([target], value, lineno=node.lineno)


def off_by_one(node, above):
    match node:
        case ast.Constant(value) if integer(node) is not None and not names_axis(above):
            yield ast.Constant(value + 1)
            yield ast.Constant(value - 1)
        case ast.Call(func=ast.Name("range"), args=bounds):
            for i, bound in enumerate(bounds[:2]):
                for new in one_more_and_less(bound):
                    yield changed(node, args=[*bounds[:i], new, *bounds[i + 1 :]])
            if len(bounds) == 1:
                yield changed(node, args=[ast.Constant(1), *bounds])
        case ast.Slice(lower=lower, upper=upper):
            yield from (changed(node, lower=new) for new in one_more_and_less(lower))
            yield from (changed(node, upper=new) for new in one_more_and_less(upper))
        case ast.Compare(ops=[op]) if type(op) in NEXT_COMPARISON:
            yield changed(node, ops=[NEXT_COMPARISON[type(op)]()])


def sum_for_mean(node, above):
    match node:
        case ast.Call(func=ast.Attribute(attr="mean" | "sum" as name) as func):
            other = "sum" if name == "mean" else "mean"
            yield changed(node, func=changed(func, attr=other))
        case ast.Call(func=ast.Name("sum"), args=[terms]) if n := count(terms):
            yield formula("x / n", x=node, n=n)
        case ast.Call(func=ast.Attribute(value=device, attr="all_reduce" | "reduce_scatter")):
            yield formula("x / d.size", x=node, d=device)
        case ast.BinOp(left=total, op=ast.Div()):
            yield total


def wrong_neighbour(node, above):
    match node:
        case ast.BinOp(op=ast.Add() | ast.Sub() as op) if is_neighbour(node):
            yield changed(node, op=ast.Sub() if isinstance(op, ast.Add) else ast.Add())
        case ast.BinOp(left=left, op=ast.Mod()) if is_neighbour(left):
            yield left  # no way around the ring's end
        case ast.Name(name, ast.Load()) if name in OTHER_SIDE:
            if OTHER_SIDE[name] in names_in(above[0]):
                yield ast.Name(OTHER_SIDE[name])


def missing_copy(node, above):
    match node:
        case ast.Call(func=ast.Attribute(value=x, attr="copy"), args=[]):
            yield x
        case ast.Call(func=ast.Attribute(attr=name) | ast.Name(name), args=[x, *_]):
            if name in BUFFERS or (name in COPIES and not isinstance(x, ast.List | ast.ListComp)):
                yield x
        case ast.Assign(targets=[ast.Name(name) as target], value=ast.BinOp(ast.Name(left), op, x)):
            if name == left and name in arguments(above):
                yield ast.AugAssign(target, op, x)  # changes the caller's array


def constant_result(node, above):
    match node:
        case ast.Return(value=ast.expr() as value):
            yield from (ast.Return(ast.Constant(constant)) for constant in (0, 1, None))
            if isinstance(value, ast.ListComp):  # zeros of the same shape
                yield ast.Return(changed(value, elt=formula("0 * x", x=value.elt)))
            else:
                yield ast.Return(formula("0 * x", x=value))
            # the first result, whatever is asked later
            yield ast.Return(formula("globals().setdefault('first result', x)", x=value))


def input_returned(node, above):
    match node, [name for name in arguments(above) if name not in ("self", "dev")]:
        case ast.Return(), [first, *_]:
            yield ast.Return(ast.Name(first))


def drop_guard(node, above):
    match node:
        case ast.If(body=[*_, ast.Raise() | ast.Return() | ast.Continue() | ast.Break()]):
            yield node.orelse or ast.Pass()
        case ast.If(orelse=[*_, ast.Raise()]):
            yield changed(node, orelse=[])
        case ast.Assert():
            yield ast.Pass()


def swap_operands(node, above):
    unlike = ast.Sub | ast.Div | ast.FloorDiv | ast.Mod | ast.MatMult | ast.Pow
    if isinstance(node, ast.BinOp) and isinstance(node.op, unlike):
        yield changed(node, left=node.right, right=node.left)


def drop_term(node, above):
    match node:
        case ast.BinOp(left=left, op=ast.Add() | ast.Mult(), right=right):
            yield left
            yield right
        case ast.BinOp(left=left, op=ast.Sub() | ast.Div() | ast.FloorDiv()):
            yield left


def another_operation(node, above):
    if isinstance(node, ast.BinOp | ast.AugAssign):
        yield from (changed(node, op=op()) for op in OTHER_OPERATIONS.get(type(node.op), ()))


def negate_condition(node, above):
    match node:
        case ast.If(test=test) | ast.IfExp(test=test):
            yield changed(node, test=negated(test))
        case ast.comprehension(ifs=tests):
            for i, test in enumerate(tests):
                yield changed(node, ifs=[*tests[:i], negated(test), *tests[i + 1 :]])
        case ast.BoolOp(op=op):
            yield changed(node, op=ast.Or() if isinstance(op, ast.And) else ast.And())


def drop_statement(node, above):
    if isinstance(above[-1], ast.For) and any(node is one for one in above[-1].body):
        yield ast.Pass()


def exchange_arguments(node, above):
    match node:
        case ast.Call(func=ast.Attribute(attr=name) | ast.Name(name), args=args):
            if name not in COMMUTATIVE and not any(isinstance(arg, ast.Starred) for arg in args):
                yield from (changed(node, args=swapped) for swapped in swaps(args))


def another_exception(node, above):
    match node:
        case ast.Raise(exc=ast.Call(func=ast.Name(name)) as call):
            yield changed(node, exc=changed(call, func=other_error(name)))
        case ast.Raise(exc=ast.Name(name)) if name.endswith("Error"):
            yield changed(node, exc=other_error(name))


def another_value(node, above):
    """Of a plain answer, such as `bubble = 4 / 36`."""
    if not isinstance(above[-1], ast.Module) or not isinstance(node, ast.Assign | ast.AnnAssign):
        return
    match value := node.value:
        case ast.Constant(value=bool(truth)):
            yield changed(node, value=ast.Constant(not truth))
        case ast.Constant(value=str(word)) if len(word) == 1:
            yield changed(node, value=ast.Constant(chr(ord(word) + 1)))
            yield changed(node, value=ast.Constant(chr(ord(word) - 1)))
        case ast.Constant(value=str(word)):
            yield changed(node, value=ast.Constant(word[1:]))
        case ast.Constant(value=int() | float()) | ast.BinOp() | ast.UnaryOp():
            for text in ("2 * x", "x / 2", "x + 1", "-x", "1 / x"):
                yield changed(node, value=formula(text, x=value))
        case ast.Tuple(elts=members) | ast.List(elts=members):
            yield from (changed(node, value=changed(value, elts=new)) for new in swaps(members))


OPERATORS = {
    "swap an axis": swap_axis,
    "drop a sum": drop_sum,
    "off by one": off_by_one,
    "sum for mean": sum_for_mean,
    "wrong neighbour": wrong_neighbour,
    "missing copy": missing_copy,
    "constant result": constant_result,
    "input returned": input_returned,
    "drop a guard": drop_guard,
    "swap operands": swap_operands,
    "drop a term": drop_term,
    "another operation": another_operation,
    "negate a condition": negate_condition,
    "drop a statement": drop_statement,
    "exchange arguments": exchange_arguments,
    "another exception": another_exception,
    "another value": another_value,
}
