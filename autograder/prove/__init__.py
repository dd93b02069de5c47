"""Whether an assignment's tests tell right from wrong.

course/<level>/answers/right/<exercise>__<slug>.py must earn full marks; wrong/... must lose
points, with the phrase of its first line (`# diagnosis: ...`) in the reason that students read.
Beside these, slips are put into the reference, one at a time: one that keeps all points is shown.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from concurrent.futures import Executor, Future
from dataclasses import dataclass, field, replace

from .. import pool
from ..course import Course, Level, Mistake, read
from ..judge import judge
from ..judgement import Job, Judgement, Limits, holds
from . import survivors, variants
from .mutants import MOST, difference
from .variants import Exercise, Master, Variant

NEEDED = {"right": 2, "wrong": 4}
LEAST = 2.0  # seconds for any variant
SLACK = 10  # times what the reference takes
WHOLE = 1.5  # times that, for all cells of a variant: one endless loop is named, a second cut short
MAY_LIVE = 0.05  # of the mutants, where strict
DIAGNOSIS = "# diagnosis:"  # how a wrong answer begins
AGAIN = 5  # times that, for an answer that did not end: the machine may have been busy
ENDLESS = ("did not end within", "used up the", "did not come to an end")  # in a reason
KILLED, TIMED_OUT, SURVIVED, NOT_JUDGED = "killed", "timed out", "survived", "not judged"
Progress = Callable[[int, int], None]


@dataclass
class Trial:
    """One variant against the tests of its exercise; `breach` says what is wrong, or is empty."""

    level: str
    exercise: str
    kind: str  # reference, right, wrong or mutant
    file: str
    score: float
    points: float
    message: str
    breach: str = ""
    outcome: str = SURVIVED  # killed: it lost points; timed out: those first lost were for time
    operator: str = ""
    change: str = ""
    code: str = ""  # how a mutant that survived differs from the reference
    why: str = ""  # why it may live, if survivors.toml says so


@dataclass
class Proof:
    """What was tried, every breach in one sentence, and what else is worth a line."""

    trials: list[Trial] = field(default_factory=list)
    breaches: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def strict(self) -> bool:
        """Whether hardly a mutant lives, and each that does has its reason."""
        mutants = [one for one in self.trials if one.kind == "mutant"]
        living = [one for one in mutants if one.outcome == SURVIVED]
        return all(one.why for one in living) and len(living) <= MAY_LIVE * len(mutants)


def prove(
    course: Course,
    levels: list[Level],
    most: int = MOST,
    jobs: int | None = None,
    progress: Progress = lambda done, total: None,
    only: str | None = None,
) -> Proof:
    """Try every answer of the levels, and at most so many mutants of each solution.

    `progress` is told how many of a level's variants are done; `only` names one exercise. Raises
    Mistake when there is nothing to prove: a level without assignment or exercises.
    """
    proof, found = Proof(), list(variants.walk(course, levels))
    with pool.threads(jobs or pool.cores()) as (executor, _):
        for level, masters in found:
            _prove_level(course, level, masters, most, only, executor, progress, proof)
    if only and not proof.trials:
        raise Mistake(f"There is no exercise {only!r} with tests; its name is its solution cell's.")
    if not proof.trials and not proof.breaches:
        where = found[0][1][0].where if len(levels) == 1 else "course/"
        raise Mistake(f"{where} has no exercise with tests, so there is nothing to prove.")
    return proof


def try_answer(exercise: Exercise, source: str) -> Trial:
    """One answer in the solution's place."""
    variant = Variant(exercise.level, exercise.name, "right", "", source)
    return _trial(exercise, variant, _judged(exercise.job(source)))


def _prove_level(
    course: Course,
    level: Level,
    masters: list[Master],
    most: int,
    only: str | None,
    executor: Executor,
    progress: Progress,
    proof: Proof,
) -> None:
    """First the reference, whole and for each exercise; then all that may stand in its place."""
    exercises = [exercise for master in masters for exercise in master.exercises()]
    answers, strays = _answers(course, level, [exercise.name for exercise in exercises])
    may_live = survivors.explained(course, level)
    graded = [master for master in masters if master.exercises()]
    if only:
        exercises, strays, graded = [one for one in exercises if one.name == only], [], []
    proof.breaches += strays
    wholes = executor.map(_judged, [master.job() for master in graded])
    references = list(executor.map(_reference, exercises))
    for master, whole in zip(graded, wholes, strict=True):
        found = [reference for _, reference, _ in references]
        proof.breaches += _breaches_of_whole(master, whole, found)
    quotas = variants.answers_folder(course, level).is_dir()
    planned: list[tuple[Exercise, list[Future]]] = []
    for exercise, reference, limits in references:
        # where the reference fails, what a slip in it loses says nothing
        allowed = 0 if reference.breach else most
        found, note = variants.variants(exercise, answers[exercise.name], allowed)
        proof.notes += [f"{exercise.level}, {exercise.name}: {note}"] if note else []
        planned.append((exercise, [executor.submit(_try, exercise, v, limits) for v in found[1:]]))
    total, done = sum(len(futures) for _, futures in planned), 0
    for (exercise, futures), (_, reference, _) in zip(planned, references, strict=True):
        trials = [reference]
        for future in futures:
            trials.append(future.result())
            done += 1
            progress(done, total)
        proof.notes += _explain(trials, may_live.get(exercise.name, {}))
        if quotas:
            proof.breaches += _too_few(exercise, answers[exercise.name])
        proof.breaches += [f"{_name(one)}: {one.breach}" for one in trials if one.breach]
        proof.trials += trials


def _explain(trials: list[Trial], may_live: dict[str, str]) -> list[str]:
    """Say of each survivor why it may live; a note for each that doesn't live any more."""
    for one in trials:
        if one.outcome == SURVIVED:
            one.why = may_live.get(one.change, "")
    dead = [one for one in trials if one.change in may_live and one.outcome != SURVIVED]
    return [f"{_name(one)}: was killed; take it out of survivors.toml." for one in dead]


def _answers(
    course: Course, level: Level, exercises: list[str]
) -> tuple[dict[str, list[tuple[str, str, str]]], list[str]]:
    """(exercise -> (kind, file, source) of its answers; breaches: answers to no exercise)."""
    found, strays = {name: [] for name in exercises}, []
    for path, name, kind in variants.answers_of(course, level):
        if name in found:
            source = read(path, course).rstrip("\n")
            found[name].append((kind, course.show(path), source))
        else:
            strays.append(f"{course.show(path)}: no exercise {name!r} with tests.")
    return found, strays


def _too_few(exercise: Exercise, answers: list) -> list[str]:
    counts = Counter(kind for kind, *_ in answers)
    return [
        f"{exercise.level}, {exercise.name}: {counts[kind]} {kind} answer(s), {needed} needed."
        for kind, needed in NEEDED.items()
        if counts[kind] < needed
    ]


# Judging


def _judged(job: Job) -> Judgement:
    judgement = judge(job)
    if judgement.passing:
        judgement = judge(job)
    judgement.notebook = ""  # nobody reads it
    return judgement


def _reference(exercise: Exercise) -> tuple[Exercise, Trial, Limits]:
    """The reference alone, and the limits that what it takes sets to all others.

    Where it fails, the exercise needs more of the notebook than it seemed: then it gets all.
    """
    variant = Variant(exercise.level, exercise.name, "reference", "", exercise.reference)
    judgement = _judged(exercise.job(variant.source))
    trial = _trial(exercise, variant, judgement)
    if trial.breach and exercise.lean:
        return _reference(replace(exercise, lean=False))
    seconds = max(LEAST, SLACK * judgement.seconds.get("total", 0.0))
    return exercise, trial, Limits(seconds, WHOLE * seconds)


def _try(exercise: Exercise, variant: Variant, limits: Limits) -> Trial:
    until = {"wrong": _phrase(variant.source), "mutant": ""}.get(variant.kind)  # then it is settled
    trial = _trial(exercise, variant, _judged(exercise.job(variant.source, limits, until)))
    if trial.outcome == TIMED_OUT and variant.kind != "mutant":
        ample = Limits(AGAIN * limits.cell_seconds, AGAIN * limits.total_seconds)
        trial = _trial(exercise, variant, _judged(exercise.job(variant.source, ample, until)))
    return trial


def _trial(exercise: Exercise, variant: Variant, judgement: Judgement) -> Trial:
    verdicts = exercise.verdicts(judgement)
    score = sum(one.score for one in verdicts)
    reasons = [one.reason for one in verdicts if one.score < one.points]
    about = exercise.level, exercise.name, variant.kind, variant.file
    trial = Trial(*about, score, exercise.points, "\n".join(reasons))
    trial.operator, trial.change = variant.operator, variant.change
    if judgement.failure is not None:
        trial.outcome, trial.message = NOT_JUDGED, judgement.failure
    elif score < exercise.points:
        late = all(any(words in reason for words in ENDLESS) for reason in reasons)
        trial.outcome = TIMED_OUT if late else KILLED
    elif variant.kind == "mutant":
        trial.code = difference(exercise.reference, variant.source)
    trial.breach = _breach(trial, variant.source)
    return trial


# Breaches


def _breach(trial: Trial, source: str) -> str:
    said = " ".join(trial.message.split()) or "nothing"
    if trial.outcome == NOT_JUDGED:
        return f"it could not be judged: {said}"
    if trial.kind == "mutant":
        return ""
    if trial.kind != "wrong":
        if trial.outcome != SURVIVED:
            return f"earned {trial.score:g} of {trial.points:g}; the tests said: {said}"
        return ""
    phrase = _phrase(source)
    if phrase is None:
        return "the first line must be `# diagnosis: <phrase>`."
    if not phrase:
        return "the diagnosis on the first line is empty."
    if trial.outcome == SURVIVED:
        return "no test caught it."
    if not holds(trial.message, phrase):
        return f"the tests did not say {phrase!r}; they said: {said}"
    return ""


def _phrase(source: str) -> str | None:
    """What the reason should hold, as a wrong answer's first line says; None if it does not."""
    first = source.split("\n", 1)[0]
    if not first.startswith(DIAGNOSIS):
        return None
    return " ".join(first.removeprefix(DIAGNOSIS).split())


def _breaches_of_whole(master: Master, whole: Judgement, references: list) -> list[str]:
    """What the reference loses in the whole notebook, and not in an exercise alone."""
    if whole.failure is not None:
        return [f"{master.where}: the reference could not be judged: {whole.failure}"]
    told = {one.exercise for one in references if one.breach and one.level == master.level}
    known = {test for one in master.exercises() if one.name in told for test in one.tests}
    return [
        f"{master.where}, {one.name}: the reference earned {one.score:g} of {one.points:g}; the "
        f"test said: {' '.join(one.reason.split())}"
        for one in whole.cells
        if one.score is not None and one.score < one.points and one.name not in known
    ]


def _name(trial: Trial) -> str:
    """As a breach begins."""
    change = f" ({trial.operator}, {trial.change})" if trial.kind == "mutant" else ""
    return trial.file or f"{trial.level}, {trial.exercise}{change}"
