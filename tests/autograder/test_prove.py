"""`prove` passes what is right, names each breach, and shows each slip that no test saw."""

import json
import shutil

import pytest

from autograder import course, demo, democlass, prove, record
from autograder.build import build
from autograder.judgement import CellVerdict, Judgement
from autograder.master.released import grade_id, points, role
from autograder.prove import proofs, variants

from .conftest import ANSWERS, TOML
from .sheets import cell, check, given, sheet, solution


def proved(found, most=0, level=None):
    return prove.prove(found, variants.levels_of(found, level), most)


def test_a_sound_course_has_no_breach(toy, capsys):
    proof = proved(toy, 40)
    assert proof.breaches == proof.notes == []
    answers = [one for one in proof.trials if one.kind != "mutant"]
    assert len(answers) == len(ANSWERS) + 2  # and the reference of each exercise
    for one in answers:
        assert (one.score == one.points) == (one.kind != "wrong")
    assert {one.points for one in answers if one.exercise == "square"} == {6}
    mutants = [one for one in proof.trials if one.kind == "mutant"]
    assert len(mutants) > 10 and {one.outcome for one in mutants} == {"killed"}
    data = json.loads(proofs.to_json(proof))
    assert len(data["trials"]) == len(proof.trials) and data["breaches"] == []
    assert data["mutants"]["killed"] == len(mutants)
    proofs.show(proof)
    out = capsys.readouterr().out
    assert f"{len(mutants)} of {len(mutants)} mutants killed (100.0 %)." in out
    assert "12 answers against 2 exercises: 0 breach(es)." in out


BREACHES = {
    "right/double__1.py": ("def double(x):\n    return x", "earned 0 of 4"),
    "right/double__2.py": ("def double(x:\n", "earned 0 of 4"),
    "right/square__3.py": ("def square(x):\n    return abs(x * x) if x > 0 else 1", "3 of 6"),
    "wrong/double__4.py": ("# diagnosis: negative\ndouble = lambda x: 2 * x", "no test caught"),
    "wrong/double__5.py": ("# diagnosis: reciprocal\ndouble = abs", "did not say 'reciprocal'"),
    "wrong/double__6.py": ("def double(x):\n    return x", "# diagnosis: <phrase>"),
    "wrong/double__7.py": ("# diagnosis:\ndef double(x):\n    return x", "is empty"),
    "wrong/double__8.py": ("# diagnosis: gone\nimport os\nos._exit(0)\n", "did not say 'gone'"),
    "wrong/double__9.py": (
        "# diagnosis: loop\ndef double(x):\n    while True:\n        pass",
        "did not say 'loop'; they said: The code did not end within ",
    ),
    "right/tripel__0.py": ("def tripel(x):\n    return 3 * x", "no exercise 'tripel'"),
}


def test_a_breach_is_named_with_its_file_and_the_rest_goes_on(toy, monkeypatch):
    monkeypatch.setattr(prove, "AGAIN", 1)
    for name, (source, _) in BREACHES.items():
        (toy.root / "course/T1/answers" / name).write_text(source + "\n")
    proof = proved(toy)
    assert len(proof.trials) == len(ANSWERS) + len(BREACHES) - 1 + 2
    found = dict(line.split(": ", 1) for line in proof.breaches)
    assert len(found) == len(proof.breaches) == len(BREACHES)
    for name, (_, why) in BREACHES.items():
        assert why in found[f"course/T1/answers/{name}"]


# With a judge that needs no process


def judged(job, earned=lambda worth: (worth, "")):
    """A judgement of each test of a job."""
    cells = [cell for cell in json.loads(job.master)["cells"] if role(cell) == "test"]
    return Judgement(
        [CellVerdict(grade_id(c), *earned(points(c))[:1], points(c), earned(1)[1]) for c in cells]
    )


def is_reference(job):
    return json.loads(job.submitted) == json.loads(job.master)


@pytest.fixture
def judge(monkeypatch):
    """judge(function) puts it in the place of the judge."""
    return lambda function: monkeypatch.setattr(prove, "judge", function)


def test_too_few_answers_are_a_breach(toy, judge):
    judge(judged)
    shutil.rmtree(toy.root / "course/T1/answers/wrong")
    (toy.root / "course/T1/answers/right/double__sum.py").unlink()
    assert proved(toy).breaches == [
        "T1, double: 1 right answer(s), 2 needed.",
        "T1, double: 0 wrong answer(s), 4 needed.",
        "T1, square: 0 wrong answer(s), 4 needed.",
    ]


def test_an_answer_that_is_late_on_a_busy_machine_has_another_try(toy, judge):
    def busy(job):
        if job.limits.cell_seconds == prove.LEAST:
            return judged(job, lambda worth: (0.0, "The code did not end within 2 s."))
        return judged(job)

    judge(busy)
    proof = proved(toy, 3)
    outcomes = {one.kind: one.outcome for one in proof.trials}
    assert outcomes["right"] == "survived" and outcomes["mutant"] == "timed out"


def test_what_was_killed_from_outside_is_judged_again(toy, judge):
    seen = []

    def killed_once(job):
        if job not in seen:
            seen.append(job)
            return Judgement(failure="The grader was ended.", passing=True)
        return judged(job)

    judge(killed_once)
    assert {one.outcome for one in proved(toy, 3).trials} == {"survived"}


def test_a_mutant_that_could_not_be_judged_is_a_breach_and_no_kill(toy, judge):
    judge(lambda job: judged(job) if is_reference(job) else Judgement(failure="Out of order."))
    proof = proved(toy, 3)
    assert {one.outcome for one in proof.trials if one.kind == "mutant"} == {"not judged"}
    assert len(proof.breaches) == len(ANSWERS) + 2 * 3
    assert proof.breaches[-1].startswith("T1, square (")
    assert proof.breaches[-1].endswith("): it could not be judged: Out of order.")


def test_a_reference_that_loses_points_is_a_breach_and_has_no_mutants(toy, judge):
    judge(lambda job: judged(job, lambda worth: (0.0, "No.")))
    proof = proved(toy, 3)
    assert "T1, double: earned 0 of 4; the tests said: No." in proof.breaches
    assert {one.kind for one in proof.trials} == {"reference", "right", "wrong"}


def test_a_reference_that_fails_in_the_whole_notebook_alone_is_a_breach(toy, judge):
    def whole_fails(job):
        whole = sum(role(cell) == "test" for cell in json.loads(job.master)["cells"]) == 3
        return judged(job, lambda worth: (0.0, "Too late.") if whole else (worth, ""))

    judge(whole_fails)
    named = [line for line in proved(toy).breaches if "Too late" in line]
    assert len(named) == 3 and named[0] == (
        "course/T1/assignment.md, test_double: the reference earned 0 of 4; the test said: "
        "Too late."
    )


def test_the_order_is_that_of_the_course_whoever_is_done_first(toy, judge):
    judge(judged)
    one, other = (prove.prove(toy, toy.written(), 20, jobs) for jobs in (1, 7))
    assert one == other


def test_the_source_notebook_is_read_where_it_is_in_step(toy, judge, monkeypatch):
    monkeypatch.setattr(record, "_how", lambda course: "no edit of the builder meanwhile")
    judge(judged)
    expected = proved(toy, 5)
    build(toy)
    monkeypatch.setattr(variants, "notebook_of", None)
    assert proved(toy, 5) == expected
    text = toy.root / "course/T1/assignment.md"
    text.write_text(text.read_text().replace("scale * x", "2 * x"))
    with pytest.raises(TypeError):
        proved(toy)


# What there is to prove


WEAK = [
    given("import numpy as np"),
    solution("mean", "def mean(x):\n    return np.sum(x) / len(x)"),
    check("mean", "assert mean([3, 3]) > 1", 5),
    cell("Explain.", "markdown", grade_id="why", grade=True, solution=True, points=50),
    cell("half = mean([0, 1])", grade_id="half", grade=True, solution=True, points=50),
    solution("first", "first = round(2 * half)\nsecond = 2"),
    cell("assert first == 1", grade_id="ends", grade=True, locked=True, points=3),
    solution("count", "def count(n):\n    while n > 0:\n        n = n - 1\n    return n"),
    check("count", "assert count(7) == 0", 2),
]


@pytest.fixture
def plain(tmp_path, monkeypatch):
    """plain(cells, notebook) makes a course without text, with that source notebook."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "nbgrader_config.py").touch()

    def make(cells, notebook="problems"):
        path = tmp_path / "source" / "hw1" / f"{notebook}.ipynb"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(sheet(*cells)))
        return variants.course_here(tmp_path)

    return make


def test_any_nbgrader_course_is_proved_and_slips_that_survive_are_shown(plain, run):
    plain(WEAK)
    code, out, err = run("prove", "hw1", "--json")
    data = json.loads(out)
    assert (code, err, data["breaches"]) == (0, "", [])
    exercises = {one["exercise"]: one for one in data["trials"] if one["kind"] == "reference"}
    assert {name: one["points"] for name, one in exercises.items()} == {
        "mean": 5, "first": 3, "count": 2,
    }  # fmt: skip
    mutants = [one for one in data["trials"] if one["kind"] == "mutant"]
    by_change = {one["change"]: one for one in mutants if one["exercise"] == "mean"}
    total = by_change["line 3: np.sum(x) / len(x) → np.sum(x)"]
    assert (total["outcome"], total["operator"]) == ("survived", "sum for mean")
    assert "-    return np.sum(x) / len(x)\n+    return np.sum(x)" in total["code"]
    assert {one["outcome"] for one in mutants if one["exercise"] == "count"} >= {"timed out"}
    second = [one for one in mutants if one["exercise"] == "first" and "second" in one["change"]]
    assert second and {one["outcome"] for one in second} == {"survived"}
    for one in mutants:
        assert bool(one["code"]) == (one["outcome"] == "survived") == (one["score"] > 0)
    assert sum(data["mutants"].values()) == len(mutants)


def test_the_table_shows_each_survivor_and_passes_it(plain, run, judge):
    plain([*WEAK[:3], solution("shell", "%%bash\necho 1"), check("shell", "pass")])
    judge(judged)
    code, out, _ = run("prove", "--mutants", "3", "--jobs", "1")
    assert code == 0
    assert run("prove", "--mutants", "3", "--jobs", "1", "--strict")[0] == 1
    assert out.count("hw1, mean survived: ") == 3 and out.count("@@ -") == 3
    assert "+    return" in out and "0 of 3 mutants killed (0.0 %)." in out
    assert "more mutants were not tried (--mutants " in out
    assert "hw1, shell: the reference solution is not Python, so it has no mutants" in out
    assert run("prove", "--mutants", "0")[1].endswith(
        "0 answers against 2 exercises: 0 breach(es).\n"
    )


def test_a_breach_is_exit_code_1(toy, run, judge):
    judge(judged)  # so each wrong answer has full marks
    code, out, _ = run("prove", "T1", "--mutants", "0")
    assert code == 1 and "no test caught it." in out and "8 breach(es)" in out
    code, out, _ = run("prove", "--json", "--mutants", "0")
    assert code == 1 and len(json.loads(out)["breaches"]) == 8


def test_each_notebook_of_an_assignment_is_proved(plain, judge):
    judge(judged)
    plain(WEAK[:3], "one")
    found = plain(WEAK[:3], "two")
    assert [one.level for one in proved(found).trials] == ["hw1/one", "hw1/two"]


def test_files_beside_the_source_are_at_hand(plain):
    found = plain(
        [
            solution("total", "total = sum(map(int, open('data/numbers.txt')))"),
            check("total", "assert total == sum(map(int, open('data/numbers.txt')))"),
        ]
    )
    (found.root / "source/hw1/data").mkdir()
    (found.root / "source/hw1/data/numbers.txt").write_text("3\n4\n")
    assert proved(found).breaches == []


@pytest.mark.parametrize("content", ["", "[]", "{}", '{"worksheets": []}', '{"cells": [1]}'])
def test_what_is_no_notebook_is_a_mistake(plain, content):
    found = plain(WEAK)
    (found.root / "source/hw1/problems.ipynb").write_text(content)
    with pytest.raises(course.Mistake, match=r"source/hw1/problems.ipynb is no notebook of format"):
        proved(found)


def test_an_assignment_that_is_not_there_is_a_mistake(toy, plain):
    with pytest.raises(course.Mistake, match=r"course/T9/assignment\.md is missing"):
        proved(toy, level="T9")
    shutil.rmtree(toy.root / "course")
    with pytest.raises(course.Mistake, match=r"no assignment 'hw2': source/ has hw1\."):
        proved(plain(WEAK), level="hw2")


def test_a_survivor_that_is_explained_is_shown_with_its_reason(toy, run, judge):
    judge(judged)  # so every mutant lives
    alive = next(one.change for one in proved(toy, 40).trials if one.kind == "mutant")
    file = toy.root / "course" / "T1" / "answers" / "survivors.toml"
    file.write_text(f"[double]\n'{alive}' = 'nobody can tell'\n", encoding="utf-8")
    _, out, _ = run("prove", "--mutants", "40")
    assert out.count("    nobody can tell\n") == 1 and ", 1 of the others explained." in out
    file.write_text("[double]\n'line 2: a → b' = ''\n", encoding="utf-8")
    with pytest.raises(course.Mistake, match=r"survivors.toml: \[double\] is a table of lines"):
        proved(toy)
    file.write_text("double =", encoding="utf-8")
    with pytest.raises(course.Mistake, match=r"survivors\.toml: Invalid value"):
        proved(toy)


def test_an_explanation_of_a_mutant_that_was_killed_is_noted(toy):
    killed = next(one.change for one in proved(toy, 40).trials if one.kind == "mutant")
    file = toy.root / "course" / "T1" / "answers" / "survivors.toml"
    file.write_text(f"[double]\n'{killed}' = 'nobody can tell'\n", encoding="utf-8")
    (note,) = proved(toy, 40).notes
    assert killed in note and note.endswith("take it out of survivors.toml.")


def test_one_exercise_can_be_proved_alone(toy, run):
    code, shown, _ = run("prove", "--mutants", "0", "--exercise", "double", "--json")
    found = json.loads(shown)
    assert code == 0 and {one["exercise"] for one in found["trials"]} == {"double"}
    with pytest.raises(course.Mistake, match="no exercise 'tripel'"):
        prove.prove(toy, variants.levels_of(toy, None), 0, only="tripel")


def test_nothing_to_prove_is_a_mistake(toy):
    text = toy.root / "course/T1/assignment.md"
    text.write_text("# Nothing here\n")
    (toy.root / "course/course.toml").write_text(TOML.replace("points = 10\n", "points = 0\n"))
    shutil.rmtree(toy.root / "course/T1/answers")
    found = course.load(toy.root)
    with pytest.raises(
        course.Mistake, match=r"course/T1/assignment\.md has no exercise with tests"
    ):
        proved(found, level="T1")
    text.unlink()
    (toy.root / "course/T9").mkdir()
    with pytest.raises(course.Mistake, match="course/ has no exercise with tests"):
        proved(found)


def test_words_in_the_table_are_shown_as_written(capsys):
    trial = prove.Trial("T1", ":x:[red]", "right", "", 3, 3, "")
    proofs.show(prove.Proof([trial], ["a.py: they said :x: [red]"]))
    assert capsys.readouterr().out.count(":x:") == 2
    demo.show([democlass.Student(":x:", "[red] :x:", "", None, "failed")], [])
    assert "[red] :x:" in capsys.readouterr().out
