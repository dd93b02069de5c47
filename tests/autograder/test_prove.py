"""`prove` passes what is right, and names each breach."""

import json
import shutil

import pytest

from autograder import course, demo, democlass, prove

from .conftest import ANSWERS, TOML


def proved(toy):
    return prove.prove(toy, toy.written())


def test_a_sound_course_has_no_breach(toy, capsys):
    trials, breaches = proved(toy)
    assert breaches == []
    assert len(trials) == len(ANSWERS) + 2  # and the reference of each exercise
    for one in trials:
        assert (one.score == one.points) == (one.kind != "wrong")
    assert {one.points for one in trials if one.exercise == "square"} == {6}
    prove.show(trials, breaches, True)
    data = json.loads(capsys.readouterr().out)
    assert len(data["trials"]) == len(trials) and data["breaches"] == []
    prove.show(trials, breaches, False)
    assert "12 answers against 2 exercises: 0 breach(es)." in capsys.readouterr().out


@pytest.mark.parametrize(
    "name, source, why",
    [
        ("right/double__sum.py", "def double(x):\n    return x", "earned 0 of 4"),
        ("right/double__sum.py", "def double(x:\n", "earned 0 of 4"),
        ("right/square__sum.py", "def square(x):\n    return abs(x * x) if x > 0 else 1", "3 of 6"),
        ("wrong/double__abs.py", "# diagnosis: negative\ndouble = lambda x: 2 * x", "no test"),
        ("wrong/double__abs.py", "# diagnosis: reciprocal\ndouble = abs", "did not say"),
        ("wrong/double__abs.py", "def double(x):\n    return x", "# diagnosis: <phrase>"),
        ("wrong/double__abs.py", "# diagnosis:\ndef double(x):\n    return x", "is empty"),
        ("right/tripel__sum.py", "def tripel(x):\n    return 3 * x", "no exercise 'tripel'"),
    ],
)  # fmt: skip
def test_a_breach_is_named_with_its_file(toy, name, source, why):
    path = toy.root / "course/T1/answers" / name
    path.write_text(source + "\n")
    _, breaches = proved(toy)
    (breach,) = breaches
    assert breach.startswith(f"course/T1/answers/{name}: ") and why in breach


def test_too_few_answers_are_a_breach(toy):
    answers = toy.root / "course/T1/answers"
    (answers / "right/double__sum.py").unlink()
    (answers / "wrong/square__abs.py").unlink()
    assert proved(toy)[1] == [
        "T1, double: 1 right answer(s), 2 needed.",
        "T1, square: 3 wrong answer(s), 4 needed.",
    ]


def test_an_answer_that_never_ends_does_not_stop_the_rest(toy, monkeypatch):
    monkeypatch.setattr(prove, "SECONDS", 3)
    wrong = toy.root / "course/T1/answers/wrong"
    loop = "# diagnosis: loop\ndef double(x):\n    while True:\n        pass\n"
    (wrong / "double__abs.py").write_text(loop)
    (wrong / "double__none.py").write_text("# diagnosis: exit\nimport os\nos._exit(0)\n")
    trials, breaches = proved(toy)
    assert [line.split(":")[0] for line in breaches] == [
        "course/T1/answers/wrong/double__abs.py",
        "course/T1/answers/wrong/double__none.py",
    ]
    assert len(trials) == len(ANSWERS) + 2


def test_a_level_without_an_assignment(toy):
    with pytest.raises(course.Mistake, match=r"course/T9/assignment\.md is missing"):
        prove.prove(toy, [toy.levels["T9"]])


def test_nothing_to_prove_is_a_mistake(toy):
    text = toy.root / "course/T1/assignment.md"
    text.write_text("# Nothing here\n")
    (toy.root / "course/course.toml").write_text(TOML.replace("points = 10\n", "points = 0\n"))
    shutil.rmtree(toy.root / "course/T1/answers")
    found = course.load(toy.root)
    with pytest.raises(
        course.Mistake, match=r"course/T1/assignment\.md has no exercise with tests"
    ):
        prove.prove(found, [found.levels["T1"]])
    text.unlink()
    (toy.root / "course/T9").mkdir()
    with pytest.raises(course.Mistake, match="course/ has no exercise with tests"):
        prove.prove(found, found.written())


def test_words_in_the_table_are_shown_as_written(capsys):
    trial = prove.Trial("T1", ":x:[red]", "right", "", 3, 3, "")
    prove.show([trial], ["a.py: they said :x: [red]"], False)
    assert capsys.readouterr().out.count(":x:") == 2
    demo.show([democlass.Student(":x:", "[red] :x:", "", None, "failed")], [])
    assert "[red] :x:" in capsys.readouterr().out
