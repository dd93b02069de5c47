"""Each operator makes the slips that it should, and no mutant is a waste of a trial."""

import ast
from pathlib import Path

import pytest

from autograder import build, course
from autograder.prove.mutants import Mutant, difference, mutants, spread
from autograder.prove.slips import OPERATORS
from autograder.prove.variants import solution_of

REPOSITORY = Path(__file__).parents[2]

EXAMPLES = {  # operator → what a solution says → what its mutants say instead
    "swap an axis": {
        "y = np.mean(x, axis=0)": ["y = np.mean(x, axis=1)"],
        "y = np.mean(x, axis=-1)": ["y = np.mean(x, axis=0)"],
        "y = x.shape[0]": ["y = x.shape[1]"],
        "y = x.shape[-1]": ["y = x.shape[0]"],
        "a, b = x.shape": ["b, a = x.shape"],
        "y = x[1:n]": ["y = x[:, 1:n]"],
        "y = x[:, 1:n]": ["y = x[1:n]"],
        "y = x[:]": [],
        "y = np.split(x, n)": ["y = np.split(x, n, axis=1)"],
        "y = np.stack(x, 1)": ["y = np.stack(x, 0)"],
        "y = np.concatenate(x, axis=1)": ["y = np.concatenate(x, axis=0)"],
        "y = a @ b": ["y = a.T @ b", "y = a @ b.T"],
        "y = a.T": ["y = a"],
    },
    "drop a sum": {
        "y = sum(xs)": ["y = next(iter(xs))"],
        "y = np.sum(x, axis=0)": ["y = x"],
        "y = x.sum()": ["y = x"],
        "y = dev.all_reduce(x)": ["y = x"],
        "y = dev['tp'].all_gather(x, axis=1)": ["y = x"],
        "y += x": ["y = x"],
        "y -= x": [],
    },
    "off by one": {
        "y = f(3)": ["y = f(4)", "y = f(2)"],
        "y = f(True, 'a', axis=1)": [],
        "y = x.shape[0]": [],
        "y = range(n)": ["y = range(n + 1)", "y = range(n - 1)", "y = range(1, n)"],
        "y = range(1, n - 1)": [
            "y = range(2, n - 1)",
            "y = range(0, n - 1)",
            "y = range(1, n - 2)",
            "y = range(1, n - 0)",
        ],
        "y = x[a:]": ["y = x[a + 1:]", "y = x[a - 1:]"],
        "y = x[:, :b]": ["y = x[:, :b + 1]", "y = x[:, :b - 1]"],
        "y = a < b": ["y = a <= b"],
        "y = a >= b": ["y = a > b"],
        "y = a == b": [],
    },
    "sum for mean": {
        "y = np.mean(x)": ["y = np.sum(x)"],
        "y = x.sum(axis=0)": ["y = x.mean(axis=0)"],
        "y = sum(xs)": ["y = sum(xs) / len(xs)"],
        "y = sum(f(i) for i in range(n))": ["y = sum((f(i) for i in range(n))) / n"],
        "y = sum([a * b for a, b in zip(u, v)])": [
            "y = sum([a * b for a, b in zip(u, v)]) / len(u)"
        ],
        "y = dev.all_reduce(x)": ["y = dev.all_reduce(x) / dev.size"],
        "y = total / n": ["y = total"],
    },
    "wrong neighbour": {
        "y = dev.rank + 1": ["y = dev.rank - 1"],
        "y = (rank - 1) % n": ["y = rank - 1", "y = (rank + 1) % n"],
        "y = width + 1": [],
        "dev.send(x, dst)": [],
        "dev.recv(src) + dev.send(x, dst)": [
            "dev.recv(dst) + dev.send(x, dst)",
            "dev.recv(src) + dev.send(x, src)",
        ],
    },
    "missing copy": {
        "y = x.copy()": ["y = x"],
        "y = np.array(x)": ["y = x"],
        "y = np.array([1, 2])": [],
        "y = np.zeros_like(x)": ["y = x"],
        "def f(x):\n    x = x + g()": ["def f(x):\n    x += g()"],
        "def f(x):\n    y = x + g()": [],
    },
    "constant result": {
        "def f(x):\n    return g(x)": [
            "def f(x):\n    return 0",
            "def f(x):\n    return 1",
            "def f(x):\n    return None",
            "def f(x):\n    return 0 * g(x)",
            "def f(x):\n    return globals().setdefault('first result', g(x))",
        ],
        "def f(xs):\n    return [g(x) for x in xs]": [
            "def f(xs):\n    return 0",
            "def f(xs):\n    return 1",
            "def f(xs):\n    return None",
            "def f(xs):\n    return [0 * g(x) for x in xs]",
            "def f(xs):\n    return globals().setdefault('first result', [g(x) for x in xs])",
        ],
    },
    "input returned": {
        "def f(x, n):\n    return g(x)": ["def f(x, n):\n    return x"],
        "def f(dev, x):\n    return g(x)": ["def f(dev, x):\n    return x"],
        "def f(x):\n    return x": [],
        "def f():\n    return g()": [],
    },
    "drop a guard": {
        "if n:\n    raise ValueError('n')": ["pass"],
        "if n:\n    raise ValueError\nelse:\n    f()\n    g()": ["f()\ng()"],
        "if n:\n    f()\nelse:\n    raise ValueError": ["if n:\n    f()"],
        "for i in x:\n    if i:\n        continue\n    f(i)": ["for i in x:\n    pass\n    f(i)"],
        "if n:\n    f()": [],
        "assert n": ["pass"],
    },
    "swap operands": {
        "y = a - b": ["y = b - a"],
        "y = a @ b": ["y = b @ a"],
        "y = a + b": [],
        "y = a * b": [],
        "y = a - a": [],
    },
    "drop a term": {
        "y = a + b": ["y = a", "y = b"],
        "y = a * b": ["y = a", "y = b"],
        "y = a - b": ["y = a"],
        "y = a // b": ["y = a"],
        "y = a - 0": [],
        "y = a / 1": [],
    },
    "another operation": {
        "y = a / b": ["y = a * b", "y = a // b"],
        "y = a * b": ["y = a / b"],
        "y = a + b": ["y = a - b"],
        "y = a % b": ["y = a // b"],
        "y *= a": ["y /= a"],
    },
    "negate a condition": {
        "if n:\n    f()": ["if not n:\n    f()"],
        "y = a if not n else b": ["y = a if n else b"],
        "y = [i for i in x if i]": ["y = [i for i in x if not i]"],
        "y = a and b": ["y = a or b"],
        "while n:\n    f()": [],  # would never end
    },
    "drop a statement": {
        "for i in x:\n    f(i)\n    g(i)": [
            "for i in x:\n    pass\n    g(i)",
            "for i in x:\n    f(i)\n    pass",
        ],
        "f(i)\ng(i)": [],
    },
    "exchange arguments": {
        "y = f(a, b, c)": ["y = f(b, a, c)", "y = f(a, c, b)"],
        "y = max(a, b)": [],
        "y = f(a, a)": [],
        "y = f(*a, b)": [],
    },
    "another exception": {
        "raise ValueError(f'{n} + 1')": ["raise TypeError(f'{n} + 1')"],
        "raise IndexError": ["raise ValueError"],
        "raise": [],
    },
    "another value": {
        "y = 4 / 36": [
            "y = 2 * (4 / 36)",
            "y = 4 / 36 / 2",
            "y = 4 / 36 + 1",
            "y = -(4 / 36)",
            "y = 1 / (4 / 36)",
        ],
        "y = 0": ["y = 0 + 1"],
        "y = 'b'": ["y = 'c'", "y = 'a'"],
        "y = 'ring'": ["y = 'ing'"],
        "y = True": ["y = False"],
        "y = (1, 2, 2)": ["y = (2, 1, 2)"],
        "y: float = 0.5": [
            "y: float = 2 * 0.5",
            "y: float = 0.5 / 2",
            "y: float = 0.5 + 1",
            "y: float = -0.5",
            "y: float = 1 / 0.5",
        ],
        "def f():\n    y = 3": [],
    },
}


def test_each_operator_has_examples():
    assert list(EXAMPLES) == list(OPERATORS)


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_operator_makes_its_slips_and_no_other(monkeypatch, name):
    # alone, so that no other operator makes them first
    monkeypatch.setattr("autograder.prove.mutants.OPERATORS", {name: OPERATORS[name]})
    for source, expected in EXAMPLES[name].items():
        found = list(mutants(source))
        assert [one.source for one in found] == expected, source
        assert {one.operator for one in found} <= {name}


CELL = '''\
%matplotlib inline
!ls 1 + 2
width = 3  # given

def scaled(x, n: int = 1 + 2) -> "1 + 2":
    """The sum x + 1."""
    assert n + 1, f"{n + 1} is 1 + 2"
    ### BEGIN SOLUTION
    "x + 1"
    if n < 1:
        raise ValueError(f"{n + 1} is wrong" + "1 + 2")
    return x + n
    ### END SOLUTION
'''


def test_only_what_the_learner_writes_is_changed():
    found = list(mutants(CELL))
    assert {one.line for one in found} == {10, 11, 12}
    before = ast.unparse(ast.parse(CELL.replace("%", "#").replace("!", "#"))).split("\n")
    for one in found:
        assert one.source.startswith("get_ipython().run_line_magic('matplotlib', 'inline')\n")
        after = one.source.split("\n")[2:]
        assert after[: before.index("    'x + 1'")] == before[: before.index("    'x + 1'")]
        assert ("Error(f'{n + 1} is wrong' + '1 + 2')" in one.source) or (
            one.operator == "drop a guard"
        )


def test_the_header_of_a_cell_magic_stays():
    (one,) = mutants("%%time\ny = True")
    assert (one.source, one.line) == ("%%time\ny = False", 2)


def test_names_choose_what_changes():
    source = "a = True\nb, c = (1, 2)\n\ndef f(x):\n    return x"
    assert {one.line for one in mutants(source, ["a"])} == {1}
    assert {one.line for one in mutants(source, ["c", "f"])} == {2, 5}
    assert {one.line for one in mutants(source)} == {1, 2, 5}


def test_a_cell_that_is_no_python_is_a_mistake():
    with pytest.raises(course.Mistake, match=r"no mutants: .* in line 2"):
        list(mutants("y = 1\ny = = 2"))


@pytest.mark.parametrize(
    "source, change",
    [
        ("\ny = f(x, axis=1)", "line 2: axis=1 → axis=0"),
        ("y = [x[0] for x in z]", "line 1: x[0] → x[1]"),
        ("y = f(z)[:, :n]", "line 1: f(z)[:, :n] → f(z)[:, :n + 1]"),
        ("if n:\n    return_early()\n    raise ValueError", "line 1: if n: … → pass"),
        (
            "def f(x):\n    return first_function(x) + second_function(x) + third_function(x)",
            "line 2: return first_function(x) + second_ … (x) + third_function(x) → return 0",
        ),
    ],
)
def test_a_change_is_said_in_a_line(source, change):
    assert change in [one.change for one in mutants(source)]


def test_a_change_in_the_middle_of_a_long_line_is_not_hidden():
    long = ", ".join(f"argument_{letter}" for letter in "abcdefgh")
    for one in mutants(f"y = f({long})"):
        old, new = one.change.split(" → ")
        assert old != new


def test_what_is_equal_or_seen_is_not_made():
    sources = [one.source for one in mutants("y = 1 * x + 0")]
    assert not {"y = x", "y = x + 0", "y = 1 * x"} & set(sources)
    sources = [one.source for one in mutants("y = 6 / 50")]
    assert "y = 50 / 6" in sources and "y = 1 / (6 / 50)" not in sources


def assert_sound(source):
    found = list(mutants(source))
    assert found == list(mutants(source))
    trees = [ast.dump(ast.parse(one.source)) for one in found]
    assert len({ast.dump(ast.parse(ast.unparse(ast.parse(source)))), *trees}) == len(trees) + 1
    for one in found:
        compile(one.source, "mutant", "exec")
        assert "\n" not in one.change and one.change.startswith(f"line {one.line}: ")
    return found


def test_every_reference_solution_of_L2_has_sound_mutants():
    here = course.load(REPOSITORY)
    level = here.level("L2")
    pair = build.Pair(here.text(level, "assignment"), here.source(level), "assignment", level)
    cells = [cell for cell in build.notebook_of(here, pair).cells if solution_of(cell)]
    assert len(cells) >= 20
    for cell in cells:
        assert assert_sound(cell.source), solution_of(cell)


def test_right_answers_of_L2_have_sound_mutants():
    for path in sorted((REPOSITORY / "course/L2/answers/right").glob("*.py")):
        assert assert_sound(path.read_text()), path


@pytest.mark.parametrize("most", [0, 1, 5, 12, 40])
def test_a_sample_is_spread_evenly_over_operators(most):
    found = [Mutant("a", i, "", "") for i in range(10)] + [Mutant("b", 0, "", "")] * 2
    found += [Mutant("c", i, "", "") for i in range(4)]
    kept, left_out = spread(found, most)
    assert len(kept) == min(most, 16) and len(kept) + left_out == 16
    counts = {name: sum(one.operator == name for one in kept) for name in "abc"}
    totals = {"a": 10, "b": 2, "c": 4}
    for name, total in totals.items():
        # an operator gets less than another only if it has no more to give
        assert counts[name] == total or counts[name] >= max(counts.values()) - 1
    assert [found.index(one) for one in kept] == sorted(found.index(one) for one in kept)


def test_a_share_is_taken_from_top_to_bottom():
    kept, _ = spread([Mutant("a", i, "", "") for i in range(9)], 3)
    assert [one.line for one in kept] == [0, 3, 6]


def test_a_difference_shows_what_changed_and_no_comment_or_style():
    reference = "%%time\ndef f(x):  # twice\n    y = 2*x\n    z = y\n    return (z)\n"
    (one,) = [m for m in mutants(reference) if m.source.endswith("3 * x\n    z = y\n    return z")]
    assert difference(reference, one.source).split("\n") == [
        "@@ -2,3 +2,3 @@",
        " def f(x):",
        "-    y = 2 * x",
        "+    y = 3 * x",
        "     z = y",
    ]
