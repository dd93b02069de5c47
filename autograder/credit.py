"""What a test cell's last value is worth."""

from __future__ import annotations

import ast
import math
import re
import warnings

NUMBER = re.compile(r"[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?|[-+]?(nan|inf)")
NAMED = {"nan": math.nan, "inf": math.inf, "np.True_": True, "np.False_": False}
# printed as a call around a number, or around several
WRAPPERS = re.compile(r"Decimal|Fraction|array|deque|set|frozenset|np\.\w+")
QUOTING = ("Decimal", "np.longdouble")  # their number is printed in quotes

# what is no number: made of numbers (complex, '3', [0]), words (also None), any other object
ODD, WORD, OBJECT = "odd", "word", "object"


def credit(text: str, points: float) -> tuple[float | None, str]:
    """The printed value of a test cell -> (partial credit, what is wrong with it, or "").

    A number from 0 to `points` is partial credit, also as a NumPy scalar, a 0-d array, a Decimal
    or a Fraction; True is full marks and False is none. Another number (NaN, negative, too large)
    and what is merely made of numbers (complex, a list, '3') is a slip of the test and earns
    nothing. None: no number, as a picture, Shards or a word, so full marks.
    """
    value = _value(text.strip())
    if value in (WORD, OBJECT):
        return None, ""
    if isinstance(value, bool):
        return (float(points) if value else 0.0), ""
    if value != ODD and 0 <= value <= points:
        return value + 0.0, ""  # no -0
    said = " ".join(text.split())
    said = said if len(said) <= 60 else f"{said[:57]}..."
    what = "be one plain number" if value == ODD else f"lie between 0 and {points:g}"
    return 0.0, f"partial credit must {what}, not {said}"


def _value(text: str) -> float | bool | str:
    if NUMBER.fullmatch(text):
        return float(text)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            node = ast.parse(text, mode="eval").body
            value = _of(node)
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        return OBJECT  # not printed as Python writes a value
    # Python would read 1_0 and 0x10, but prints no number like that
    return ODD if isinstance(node, ast.Constant) and isinstance(value, float) else value


def _of(node: ast.expr) -> float | bool | str:
    match node:
        case ast.Constant(value=bool(value)):
            return value
        case ast.Constant(value=int(value) | float(value)):
            return _quotient(value, 1)
        case ast.Constant(value=str(word)):
            return WORD if _value(word.strip()) in (WORD, OBJECT) else ODD
        case ast.Constant(value=bytes(word)):
            return _of(ast.Constant(word.decode("latin-1")))
        case ast.Constant(value=None):
            return WORD
        case ast.Constant():  # complex, or the dots of a long array
            return ODD
        case ast.Name() | ast.Attribute():
            return NAMED.get(ast.unparse(node), OBJECT)
        case ast.UnaryOp(op=sign, operand=part):
            value = _of(part)
            minus = isinstance(sign, ast.USub) and isinstance(value, float)
            return -value if minus else _all([part])
        case ast.BinOp(left=left, right=right):  # complex
            return _all([left, right])
        case ast.List(elts=parts) | ast.Tuple(elts=parts) | ast.Set(elts=parts):
            return _all(parts)
        case ast.Dict(values=parts):
            return _all(parts)
        case ast.Call(func=func, args=parts) if WRAPPERS.fullmatch(ast.unparse(func)):
            return _wrapped(ast.unparse(func), parts)
    return OBJECT


def _wrapped(name: str, parts: list[ast.expr]) -> float | bool | str:
    match name, parts:
        case "Fraction", [ast.expr(), ast.expr()]:
            over, under = map(_of, parts)
            return _quotient(over, under) if isinstance(over, float) else ODD
        case _, [ast.Constant(value=str(word))] if name in QUOTING:
            value = _value(word.lower().removesuffix("inity"))
            return value if isinstance(value, float) else ODD
        case _, [part] if name not in ("set", "frozenset", "deque"):
            return _of(part)
    return _all(parts)


def _all(parts: list[ast.expr]) -> str:
    """What a container is: an object if it holds one, words if it holds nothing else."""
    kinds = {kind if isinstance(kind := _of(part), str) else ODD for part in parts}
    return OBJECT if OBJECT in kinds else WORD if kinds == {WORD} else ODD


def _quotient(over: float, under: float) -> float | str:
    try:
        return float(over / under)
    except (OverflowError, ZeroDivisionError):
        return ODD
