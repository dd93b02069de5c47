"""What becomes of one submission: tests on one side, the student's code on the other."""

import json

import pytest

from autograder.judgement import Limits

from .sheets import answered, cell, check, given, graded, outcome, sheet, solution

DOUBLE = "def f(x):\n    return 2 * x"
TEST = "assert f(3) == 6, 'f(3) should be 6'"


def test_a_right_answer_has_full_marks_and_no_reason():
    assert outcome(DOUBLE, TEST) == (1.0, "")


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        ("def f(x):\n    return x", "f(3) should be 6"),
        ("def g(x):\n    return 2 * x", "f is not defined"),
        ("f = 6", "TypeError: 'int' object is not callable"),
        ("def f():\n    return 6", "f() takes 0 positional arguments but 1 was given"),
        ("def f(x):\n    return y", "NameError: name 'y' is not defined"),
        ("def f(x):\n    yield x", "f returned a generator; return a list"),
        ("def f(x):\n    return print", "f returned a function"),
        ("def f(x):\n    return ValueError(x)", "f returned a ValueError; raise it, do not"),
        ("def f(x)\n    return 2 * x", "stopped with SyntaxError: expected ':'"),
        ("1 / 0", "stopped with ZeroDivisionError: division by zero"),
        ("raise KeyboardInterrupt", "stopped with KeyboardInterrupt"),
        ("def f(x):\n    raise SystemExit(3)", "SystemExit: 3"),
        ("def f(x):\n    raise StopIteration", "StopIteration"),
        ("import os\ndef f(x):\n    os._exit(3)", "ended the process (exit code 3)"),
        ("import os\ndef f(x):\n    os.abort()", "ended the process (SIGABRT)"),
        ("def f(x):\n    while True: pass", "did not end within 2 s"),
        ("while True: pass", "did not end within 2 s"),
    ],
)
def test_what_is_wrong_is_told(answer, words):
    score, reason = outcome(answer, TEST)
    assert score == 0 and words in reason


def test_the_students_own_traceback_reaches_the_feedback():
    master = sheet(solution("f", DOUBLE), check("f", TEST))
    answer = "def helper(x):\n    return x / 0\n\ndef f(x):\n    return helper(x)"
    judgement = graded(master, answered(master, f=answer))
    (output,) = json.loads(judgement.notebook)["cells"][1]["outputs"]
    shown = "\n".join(output["traceback"])
    assert "cell f, line 5, in f\n    return helper(x)" in shown
    assert "cell f, line 2, in helper\n    return x / 0" in shown
    assert "ZeroDivisionError: division by zero" in shown
    for grader in ("autograder", "site-packages", "stand", ".py"):
        assert grader not in shown


ALIKE = """
class Yes(int):
    def __eq__(self, other): return True
    def __bool__(self): return True
    def __array__(self, *args, **kw): raise Exception
def f(x):
    return Yes()
"""


@pytest.mark.parametrize("answer", [ALIKE, "def f(x):\n    return type('A', (), {'__eq__': 1})()"])
def test_an_object_of_ones_own_does_not_cross(answer):
    score, reason = outcome(answer, TEST)
    assert score == 0 and "f returned" in reason


def test_an_exception_cannot_end_a_loop_of_the_test():
    test = "def same(x):\n    return f(x) == 2 * x\n\nassert all(map(same, [1, 2, 3]))"
    score, reason = outcome("def f(x):\n    raise StopIteration", test)
    assert score == 0 and "StopIteration" in reason


def test_exceptions_keep_their_classes():
    answer = (
        "class Own(ValueError):\n    pass\n\ndef f(x):\n    raise Own('no') if x else IndexError"
    )
    test = """
for x, kind in (1, ValueError), (0, IndexError):
    try:
        f(x)
    except kind as error:
        assert type(error).__name__ == ("Own" if x else "IndexError") and str(error) in ("no", "")
    else:
        assert False
"""
    assert outcome(answer, test) == (1.0, "")


def test_a_test_may_hand_over_a_function_and_is_called_back():
    answer = "def f(g):\n    return [g(x, k=2) for x in (1, 2, 3)]"
    test = "assert f(lambda x, k: x * k) == [2, 4, 6]"
    assert outcome(answer, test) == (1.0, "")


def test_an_error_of_the_tests_function_arises_at_the_students_line():
    answer = "def f(g):\n    try:\n        return g(0)\n    except ZeroDivisionError as e:\n"
    answer += "        return str(e)"
    assert outcome(answer, "assert f(lambda x: 1 / x) == 'division by zero'") == (1.0, "")


def test_arguments_changed_in_place_are_changed():
    answer = "def f(xs):\n    xs.sort()\n    return xs"
    test = "xs = [3, 1, 2]\nassert f(xs) is xs and xs == [1, 2, 3]"
    assert outcome(answer, test) == (1.0, "")


def test_given_cells_run_on_both_sides():
    answer = "def f(x):\n    return scale * x"
    assert outcome(answer, "assert f(scale) == 9", setup="scale = 3") == (1.0, "")


def test_the_test_has_its_own_copy_of_what_is_given():
    answer = "scale = 100\nnp.add = None\n\ndef f(x):\n    return 3 * x"
    test = "assert f(2) == scale * 2 and np.add(1, 1) == 2"
    assert outcome(answer, test, setup="import numpy as np\nscale = 3") == (1.0, "")


def test_what_a_solution_imports_a_test_may_use():
    master = sheet(solution("f", "import math\ndef f(x):\n    return math.pi"))
    master["cells"].append(check("f", "assert f(0) == math.pi"))
    answer = "from math import pi\ndef f(x):\n    return pi"
    assert graded(master, answered(master, f=answer)).cells[0].score == 1


USES = sheet(
    solution("f", DOUBLE),
    solution("g", "def g(x):\n    return f(x) + 1"),
    check(
        "g",
        """
kept = f
del f
try:
    g(1)
except NameError:
    pass
else:
    raise AssertionError("g does not use f")
finally:
    f = kept
f = lambda x: 70
assert g(1) == 71, "g has its own f"
f = kept
assert g(1) == 3
""",
    ),
)


@pytest.mark.parametrize(
    ("answer", "score"),
    [("def g(x):\n    return f(x) + 1", 1), ("def g(x):\n    return 2 * x + 1", 0)],
)
def test_a_test_may_take_a_helper_away_or_put_another_in_its_place(answer, score):
    judgement = graded(USES, answered(USES, f=DOUBLE, g=answer))
    assert judgement.cells[0].score == score


# -- partial credit, warnings, output ------------------------------------------------------------


@pytest.mark.parametrize(
    ("test", "score"),
    [
        ("f(3) / 12", 0.5),
        ("np.float32(0.25)", 0.25),
        ("np.array(0.25)", 0.25),
        ("f(3) == 6", 1),
        ("f(3) == 7", 0),
        ("0.5;", 1),
        ("'a word'", 1),
        ("7", 0),
        ("float('nan')", 0),
    ],
)
def test_partial_credit_by_the_last_expression(test, score):
    assert outcome(DOUBLE, test)[0] == score


def test_warnings_and_stderr_cost_nothing():
    answer = "import sys, warnings\ndef f(x):\n    warnings.warn('hm')\n"
    answer += "    print('well', file=sys.stderr)\n    return 2 * x"
    assert outcome(answer, TEST) == (1.0, "")


def test_prints_stand_under_the_visible_test_and_not_under_the_hidden():
    hidden = f"### BEGIN HIDDEN TESTS\nassert f(-77.25) == -154.5\n### END HIDDEN TESTS\n{TEST}"
    master = sheet(solution("f", DOUBLE), check("f", hidden))
    answer = "def f(x):\n    print('called with', x)\n    return 2 * x"
    judgement = graded(master, answered(master, f=answer))
    assert judgement.cells[0].score == 1
    shown = json.dumps(json.loads(judgement.notebook)["cells"][1]["outputs"])
    assert "called with 3" in shown and "77.25" not in shown


@pytest.mark.parametrize(
    "tell", ["raise ValueError(repr(x))", "raise type(f'V{abs(int(x))}', (ValueError,), {})(x)"]
)
def test_words_chosen_during_a_hidden_test_are_not_shown(tell):
    hidden = "### BEGIN HIDDEN TESTS\nassert f(-77.25) == -154.5\n### END HIDDEN TESTS"
    master = sheet(solution("f", DOUBLE), check("f", hidden))
    judgement = graded(master, answered(master, f=f"def f(x):\n    {tell}"))
    assert judgement.cells[0].score == 0
    said = json.dumps([judgement.cells[0].reason, json.loads(judgement.notebook)["cells"][1]])
    assert "77" not in said.replace("assert f(-77.25) == -154.5", "")


def test_output_is_cut_and_costs_nothing():
    answer = "def f(x):\n    print('y' * 10_000_000)\n    return 2 * x"
    master = sheet(solution("f", DOUBLE), check("f", TEST))
    judgement = graded(master, answered(master, f=answer))
    assert judgement.cells[0].score == 1 and len(judgement.notebook) < 300_000
    assert any("printed too much" in remark for remark in judgement.remarks)


# -- one exercise does not cost another -----------------------------------------------------------

TWO = sheet(
    given("count = []"),
    solution("f", DOUBLE),
    check("f", TEST),
    solution("g", "def g(x):\n    return x + 1"),
    check("g", "assert g(3) == 4"),
)


@pytest.mark.parametrize(
    "bad",
    [
        "import os\nos._exit(0)",
        "import os, signal\nos.kill(os.getpid(), signal.SIGSEGV)\ndef f(x): os._exit(1)",
        "import ctypes\nctypes.string_at(0)",
        "while True:\n    try:\n        while True: pass\n    except BaseException: pass",
        "import os\nos.closerange(0, 200)",
        "import sys\nsys.stdout.close()\nsys.stdin.close()\nsys.stderr = None",
        "def f(x):\n    import os\n    os.closerange(0, 200)",
        "def f(x):\n    while True: print('flood' * 1000)",
        "def f(x):\n    return bytearray(1 << 40)",
        "def f(x):\n    return f(x)",
        "import threading\ndef spin():\n    while True: pass\n"
        "threading.Thread(target=spin, daemon=True).start()",
        "import os\nif os.fork() == 0:\n    while True: pass",
        "import os\nos.fork()",
        "import gc\nfor o in gc.get_objects():\n    try: o.__dict__.clear()\n"
        "    except Exception: pass",
    ],
)
def test_what_was_fine_keeps_its_points(bad):
    judgement = graded(TWO, answered(TWO, f=bad, g="def g(x):\n    return x + 1"))
    assert judgement.failure is None
    assert [cell.score for cell in judgement.cells] == [0, 1]
    assert judgement.cells[0].reason


def test_a_cell_that_ran_stays_run_after_another_brought_the_process_down():
    f = "count.append(1)\n\ndef f(x):\n    return 2 * x"
    g = "import os\nos._exit(0)\n\ndef g(x):\n    return x + 1"
    judgement = graded(TWO, answered(TWO, f=f, g=g))
    assert [cell.score for cell in judgement.cells] == [1, 0]
    assert "Cell g ended the process (exit code 0); it was left out." in judgement.remarks


def test_a_test_that_does_not_end_is_stopped():
    answer = "def f(x):\n    return 10 ** 6"
    test = "for i in range(f(1) ** 2):\n    pass"
    score, reason = outcome(answer, test)
    assert score == 0 and "did not end" in reason


def test_lines_that_nbgrader_writes_into_the_release_are_run():
    master = sheet(solution("f", DOUBLE), check("f", "### HASHED AUTOTEST f(3)"))
    released = sheet(solution("f", ""), check("f", "assert f(3) == 6, 'made by nbgrader'"))
    wrong = answered(master, f="def f(x):\n    return x")
    (verdict,) = graded(master, wrong, released=json.dumps(released)).cells
    assert (verdict.score, verdict.reason) == (0, "made by nbgrader")


HIDDEN = "### BEGIN HIDDEN TESTS\n{}\n### END HIDDEN TESTS"


def test_what_a_hidden_test_hands_over_is_not_shown_by_a_later_cell():
    master = sheet(
        solution("f", DOUBLE),
        check("f", HIDDEN.format("assert f(77.25) == 154.5")),
        solution("g", "def g(x):\n    return x"),
        check("g", "assert g(1) == 1\n" + HIDDEN.format("assert g(88.5) == 88.5")),
    )
    keeps = "kept = []\ndef f(x):\n    kept.append(x)\n    return 2 * x"
    tells = "print(kept)\ndef g(x):\n    print(kept)\n    kept.append(x)"
    judgement = graded(master, answered(master, f=keeps, g=tells + "\n    return x"))
    assert [cell.score for cell in judgement.cells] == [1, 1]
    shown = json.dumps([cell["outputs"] for cell in json.loads(judgement.notebook)["cells"]])
    assert "77.25" not in shown and "88.5" not in shown


def test_hidden_tests_find_what_visible_ones_have_changed():
    master = sheet(
        solution("f", DOUBLE),
        check("f", HIDDEN.format("assert f(1) == 2")),
        solution("count", "n = 0\ndef count():\n    global n\n    n += 1\n    return n"),
        check("count", "assert count() == 1\n" + HIDDEN.format("assert count() == 2")),
    )
    answers = {"f": DOUBLE, "count": "n = 0\ndef count():\n    global n\n    n += 1\n    return n"}
    judgement = graded(master, answered(master, **answers))
    assert [cell.score for cell in judgement.cells] == [1, 1], judgement.cells


def test_who_writes_files_in_a_hidden_test_may_and_shows_nothing_from_then_on():
    master = sheet(solution("f", DOUBLE), check("f", HIDDEN.format("assert f(77.25) == 154.5")))
    answer = "def f(x):\n    open('kept', 'w').write(str(x))\n    return 2 * x"
    handed_in = answered(master, f=answer)
    handed_in["cells"].append(cell("print(open('kept').read())"))
    judgement = graded(master, handed_in)
    assert [cell.score for cell in judgement.cells] == [1]
    assert "77.25" not in json.dumps(json.loads(judgement.notebook)["cells"][-1])


def test_a_test_that_takes_too_much_memory_fails():
    score, reason = outcome("def f(x):\n    return 1 << 45", "np.zeros(f(1))")
    assert score == 0 and "allocate" in reason


@pytest.mark.parametrize("line", ["!echo out", "%ls", "%pip --version", "%%bash\necho out"])
def test_a_command_in_a_cell_runs(line):
    master = sheet(solution("f", DOUBLE), check("f", TEST))
    handed_in = answered(master, f=DOUBLE if line.startswith("%%") else f"{line}\n{DOUBLE}")
    if line.startswith("%%"):
        handed_in["cells"].append(cell(line))
    judgement = graded(master, handed_in, Limits(cell_seconds=10.0))
    assert judgement.cells[0].score == 1, judgement.cells
    if "echo" in line:
        assert '"out\\n"' in json.dumps(
            [c["outputs"] for c in json.loads(judgement.notebook)["cells"]]
        )


def test_a_variable_of_a_test_may_be_called_as_another_exercises_answer():
    master = sheet(
        solution("bubble", "bubble = 3"),
        check("bubble", "assert bubble == 3"),
        solution("f", DOUBLE),
        check("f", "bubble = {3: 6}\nassert f(3) == bubble[3]"),
    )
    judgement = graded(master, answered(master, bubble="raise OSError('x')", f=DOUBLE))
    assert [cell.score for cell in judgement.cells] == [0, 1]
    assert judgement.cells[0].reason == "bubble is not there: its cell stopped with OSError: x."


def test_a_name_that_a_stopped_cell_would_have_defined_is_told():
    master = sheet(solution("f", DOUBLE), check("f", TEST))
    handed_in = answered(master, f="def f(x):\n    return helper(x)")
    handed_in["cells"].insert(0, cell("import nothing_like_it\ndef helper(x): return 2 * x"))
    (verdict,) = graded(master, handed_in).cells
    assert verdict.reason.startswith("NameError: name 'helper' is not defined")
    assert "which defines helper, stopped with ModuleNotFoundError" in verdict.reason


@pytest.mark.parametrize(
    ("setup", "reference", "test"),
    [
        ("", "cart = []\ndef f(x): cart.append(x)", "f('a')\nassert cart == ['a']"),
        (
            "",
            "cart = []\ndef f(x): cart.append(x)",
            "f(1)\ncart.clear()\nf(2)\nassert cart == [2]",
        ),
        ("d = np.zeros(5)", "d[2] = 1", "assert d.tolist() == [0, 0, 1, 0, 0]"),
        ("d = {}", "d['k'] = 1\ndef f(x): d[x] = 2", "f('l')\nassert d == {'k': 1, 'l': 2}"),
        ("import os", "os.environ['K'] = '1'\ndef f(x): return x", "assert os.sep and f(1) == 1"),
        ("", "def f(x): return x + 1", "assert eval('f(3)') == 4 and globals()['f'](1) == 2"),
        (
            "import io, contextlib",
            "def f(x): print('hello', x)",
            "out = io.StringIO()\nwith contextlib.redirect_stdout(out): f(3)\n"
            "assert out.getvalue() == 'hello 3\\n'",
        ),
        ("", "async def g(): return 3\ndef f(x): return x", "import asyncio\n"
         "await asyncio.sleep(0)\nassert f(2) == 2"),
        (
            "import signal",
            "import time\ndef f(x): time.sleep(x)",
            "def ring(*args): raise TimeoutError\nsignal.signal(signal.SIGALRM, ring)\n"
            "signal.setitimer(signal.ITIMER_REAL, 0.2)\ntry: f(1)\nexcept TimeoutError: pass\n"
            "else: raise AssertionError",
        ),
    ],
)  # fmt: skip
def test_right_answers_keep_their_marks_in_tests_of_any_style(setup, reference, test):
    master = sheet(given(f"import numpy as np\n{setup}"), solution("f", reference))
    master["cells"].append(check("f", test))
    (verdict,) = graded(master, answered(master, f=reference)).cells
    assert (verdict.score, verdict.reason) == (1, "")


def test_an_exception_that_wants_more_than_a_message_is_told():
    answer = "import numpy as np\ndef f(x):\n    return np.ones(3).sum(axis=5)"
    score, reason = outcome(answer, TEST)
    assert score == 0 and "AxisError" in reason and "axis 5 is out of bounds" in reason


def test_a_hidden_line_is_not_shown_where_a_visible_one_fails():
    helper = HIDDEN.format("def holds(fn):\n    assert fn(31337) == 62674")
    master = sheet(solution("f", DOUBLE), check("f", f"{helper}\nholds(f)"))
    judgement = graded(master, answered(master, f="def f(x):\n    return x"))
    told = [judgement.cells[0].reason, json.loads(judgement.notebook)["cells"][1]["outputs"]]
    assert judgement.cells[0].score == 0 and "31337" not in json.dumps(told)


def test_a_failure_in_a_helper_of_an_earlier_test_shows_that_line():
    far = "\n" * 20 + "def holds(fn):\n    assert fn(3) == 6"
    master = sheet(solution("f", DOUBLE), check("f", far), check("f_2", "holds(f)"))
    judgement = graded(master, answered(master, f="def f(x):\n    return x"))
    assert judgement.cells[1].reason == "This does not hold: assert fn(3) == 6"


def test_cells_that_run_again_for_hidden_tests_take_none_of_their_time():
    slow = "import time\ntime.sleep(1.2)\n"
    cells = [solution("f", DOUBLE), check("f", HIDDEN.format("assert f(1) == 2"))]
    cells += [solution("g", DOUBLE.replace("f", "g", 2)), solution("h", "def h(x):\n    return x")]
    master = sheet(*cells, check("h", HIDDEN.format("assert h(1) == 1")))
    answers = {"f": DOUBLE, "g": slow, "h": slow + "def h(x):\n    return x"}
    assert [c.score for c in graded(master, answered(master, **answers)).cells] == [1, 1]


@pytest.mark.parametrize(
    ("until", "judged"),
    [(None, 3), ("", 1), ("f(3) should", 1), ("should be 6", 1), ("should be 8", 2), ("no", 3)],
)
def test_who_tries_answers_may_end_at_the_reason_that_is_looked_for(until, judged):
    tests = [
        check(f"t{x}", f"assert f({x}) == {2 * x}, 'F({x}) should be {2 * x}'") for x in (3, 4, 5)
    ]
    master = sheet(solution("f", DOUBLE), *tests)
    wrong = graded(master, answered(master, f="def f(x):\n    return x"), until=until)
    assert [(cell.name, cell.score) for cell in wrong.cells] == [
        (f"test_t{x}", 0.0) for x in (3, 4, 5)[:judged]
    ]
    right = graded(master, answered(master, f=DOUBLE), until=until)
    assert [cell.score for cell in right.cells] == [1.0, 1.0, 1.0]
