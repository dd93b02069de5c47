"""Courses that ask for a class: objects stay with the student, tests do things to them."""

import pytest

from .sheets import answered, check, graded, sheet, solution

ACCOUNT = '''
class Account:
    """Money, and what happened to it."""

    count = 0

    def __init__(self, owner, balance=0):
        self.owner, self.balance, self.log = owner, balance, []
        Account.count += 1

    def deposit(self, amount):
        if amount <= 0:
            raise ValueError("a deposit is positive")
        self.balance += amount
        self.log.append(amount)
        return self

    @classmethod
    def empty(cls):
        return cls("nobody")

    @property
    def double(self):
        return 2 * self.balance

    def __eq__(self, other):
        return isinstance(other, Account) and self.balance == other.balance

    def __add__(self, other):
        return Account(self.owner, self.balance + other.balance)

    def __len__(self):
        return len(self.log)

    def __iter__(self):
        return iter(self.log)

    def __getitem__(self, i):
        return self.log[i]

    def __str__(self):
        return f"{self.owner}: {self.balance}"


def richest(accounts):
    return max(accounts, key=lambda each: each.balance)
'''
TEST = """
a, b = Account("ada", 3), Account("bob", balance=4)
assert a.balance == 3 and a.owner == "ada" and a.double == 6
a.deposit(2).deposit(5)
assert a.balance == 10 and list(a) == [2, 5] and len(a) == 2 and a[1] == 5
assert isinstance(a, Account) and not isinstance(3, Account)
assert a != b and a == Account("eve", 10) and (a + b).balance == 14
assert str(b) == "bob: 4"
assert richest([b, a]) is a
assert Account.empty().owner == "nobody" and Account.count == 5
b.balance = 50
assert richest([b, a]) is b and bool(b) is False
try:
    a.deposit(-1)
except ValueError as error:
    assert str(error) == "a deposit is positive"
else:
    raise AssertionError("a deposit of -1")
try:
    a.nothing
except AttributeError:
    pass
else:
    raise AssertionError("it has everything")
"""
SHEET = sheet(solution("account", ACCOUNT), check("account", TEST))


def outcome(answer):
    (verdict,) = graded(SHEET, answered(SHEET, account=answer)).cells
    return verdict.score, verdict.reason


def test_a_right_class_has_full_marks():
    assert outcome(ACCOUNT) == (1, "")


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("self.balance += amount", "pass", "This does not hold: assert a.balance == 10"),
        ("return self\n", "return None\n", "'NoneType' object has no attribute 'deposit'"),
        ("def __len__", "def size", "has no len()"),
        ("if amount <= 0", "if False", "a deposit of -1"),
        ("2 * self.balance", "lambda: 7", "double"),
        ("class Account", "class Konto", "Account is not defined"),
        ("self.log.append(amount)", "import os; os._exit(0)", "ended the process"),
        ("return cls", "return print or cls", ""),
    ],
)
def test_a_wrong_class_is_caught(old, new, words):
    score, reason = outcome(ACCOUNT.replace(old, new))
    assert score == 0 and words in reason


YES = """
class Account(int):
    def __init__(self, *args): pass
    def __eq__(self, other): return True
    def __add__(self, other): return self
    def __getattr__(self, name): return self
def f(x):
    return Account()
"""


def test_an_object_that_equals_everything_is_no_number():
    reference = "class Account:\n    pass\n\ndef f(x):\n    return 2 * x"
    master = sheet(solution("f", reference), check("f", "assert f(3) == 6\nassert f(4) == 8"))
    (verdict,) = graded(master, answered(master, f=YES)).cells
    assert verdict.score == 0


def test_what_an_object_says_of_itself_is_no_credit():
    reference = "class A:\n    pass"
    master = sheet(solution("a", reference), check("a", "A()", points=4))
    answer = "class A:\n    def __repr__(self): return '0'\n    def _repr_html_(self): return '4'"
    (verdict,) = graded(master, answered(master, a=answer)).cells
    assert verdict.score == 4


def test_the_students_own_function_may_be_handed_to_another():
    master = sheet(
        solution("f", "def f(x):\n    return 2 * x"),
        solution("apply", "def apply(g, x):\n    return g(g(x))"),
        check("apply", "assert apply(f, 3) == 12 and apply(lambda x: f(x) + 1, 1) == 7"),
    )
    answers = {"f": "def f(x):\n    return 2 * x", "apply": "def apply(g, x):\n    return g(g(x))"}
    (verdict,) = graded(master, answered(master, **answers)).cells
    assert (verdict.score, verdict.reason) == (1, "")


FAKE = """
class V:
    def __init__(self, *args): pass
    def __sub__(self, other): return self
    __abs__ = lambda self: self
    def __lt__(self, other): return True
    __gt__ = __lt__
    def __contains__(self, other): return True
    def __float__(self): return 4.0
def norm(x):
    return V()
"""


@pytest.mark.parametrize(
    "test", ["assert abs(norm(2) - 4) < 1e-9", "assert 3.9 < norm(2) < 4.1", "assert 4 in norm(2)"]
)
def test_an_object_can_do_only_what_the_references_can(test):
    reference = "class V:\n    def __init__(self, x): self.x = x\n\ndef norm(x):\n    return x * x"
    master = sheet(solution("norm", reference), check("norm", test))
    assert graded(master, answered(master, norm=FAKE)).cells[0].score == 0
