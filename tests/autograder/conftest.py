"""Small made-up courses in a temporary folder."""

import shutil
import sys
from pathlib import Path

import pytest

from autograder import cli, course

REPOSITORY = Path(__file__).parents[2]

TOML = """
[course]
id = "toy"

[levels.T1]
title = "Toy"
notebook = "toy"
points = 10
due = "2027-02-15 23:59:00 UTC"

[levels.T9]
title = "Not yet there"
notebook = "later"
points = 100
"""

LESSON = """\
---
kernelspec:
  display_name: Python 3 (ipykernel)
  language: python
  name: python3
---

# A lesson

```{code-cell}
:covers: [MP-2.1]

1 + 1
```
"""

ASSIGNMENT = """\
---
kernelspec:
  display_name: Python 3 (ipykernel)
  language: python
  name: python3
---

# Toy

```{code-cell}
:given: setup

scale = 2
```

Double a number.

```{code-cell}
:solution: double
:covers: [MP-2.1]

def double(x):
    ### BEGIN SOLUTION
    return scale * x
    ### END SOLUTION
```

```{code-cell}
:test: double
:points: 4

assert double(3) == 6, "double(3) should be 6"
### BEGIN HIDDEN TESTS
secret_input = -7.25
assert double(secret_input) == 2 * secret_input, "a negative number went wrong"
### END HIDDEN TESTS
```

```{code-cell}
:solution: square

def square(x):
    ### BEGIN SOLUTION
    return x * x
    ### END SOLUTION
```

```{code-cell}
:test: square
:points: 3

assert square(3) == 9, "square(3) should be 9: did you double?"
```

```{code-cell}
:test: square
:points: 3

### BEGIN HIDDEN TESTS
assert square(-5) == 25, "square(-5) should be 25: did you double?"
### END HIDDEN TESTS
```
"""

ANSWERS = {
    "right/double__sum.py": "def double(x):\n    return x + x\n",
    "right/double__shift.py": "double = lambda x: x * 2\n",
    "right/square__power.py": "def square(x):\n    return x**2\n",
    "right/square__sum.py": "def square(x):\n    return sum([x] * x) if x > 0 else x * x\n",
    "wrong/double__same.py": "# diagnosis: should be 6\ndef double(x):\n    return x\n",
    "wrong/double__abs.py": "# diagnosis: Negative\ndef double(x):\n    return abs(2 * x)\n",
    "wrong/double__thrice.py": "# diagnosis: should be 6\ndef double(x):\n    return 3 * x\n",
    "wrong/double__none.py": "# diagnosis: should be 6\ndef double(x):\n    pass\n",
    "wrong/square__double.py": "# diagnosis: did you double\ndef square(x):\n    return 2 * x\n",
    "wrong/square__same.py": "# diagnosis: should be 9\ndef square(x):\n    return x\n",
    "wrong/square__abs.py": "# diagnosis: should be 25\ndef square(x):\n    return x * abs(x)\n",
    "wrong/square__nine.py": "# diagnosis: should be 25\ndef square(x):\n    return 9\n",
}


def make_course(root: Path, assignment: str = ASSIGNMENT, lesson: str | None = LESSON):
    """A repository at `root` with level T1; returns its Course."""
    folder = root / "course" / "T1"
    for name, text in ANSWERS.items():
        path = folder / "answers" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    shutil.copy(REPOSITORY / "nbgrader_config.py", root)
    (root / "course" / "course.toml").write_text(TOML)
    (root / "course" / "start.md").write_text("# Start here\n")
    (folder / "assignment.md").write_text(assignment)
    if lesson:
        (folder / "lesson.md").write_text(lesson)
    return course.load(root)


@pytest.fixture
def toy(tmp_path, monkeypatch):
    """A fresh toy course, and the current folder in it."""
    monkeypatch.chdir(tmp_path)
    return make_course(tmp_path)


@pytest.fixture
def run(monkeypatch, capsys):
    """run("build", "--check") -> (exit code, stdout, stderr)."""

    def call(*words):
        monkeypatch.setattr(sys, "argv", ["autograder", *words])
        with pytest.raises(SystemExit) as ended:
            cli.main()
            raise SystemExit(0)
        out, err = capsys.readouterr()
        return ended.value.code or 0, out, err

    return call
