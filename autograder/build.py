"""From text to notebooks: what each text makes, what is out of step, and the way back.

    course/start.md          -> notebooks/start.ipynb (and library.md likewise)
    course/L2/lesson.md      -> notebooks/L2_application.ipynb
    course/L2/assignment.md  -> source/L2/L2_application.ipynb -> release/L2/L2_application.ipynb

A notebook that a person edited is never overwritten: `build` says how to bring it back.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from . import rules
from .course import Course, Level, Mistake, make_way, read, write
from .record import Record

PAGES = ("start", "library")  # of no level: the map of the course, a tour of the library


@dataclass
class Pair:
    """A text and the notebook that it makes; `level` is None for a page."""

    text: Path
    notebook: Path
    kind: str  # "lesson" or "assignment"
    level: Level | None = None


def pairs(course: Course, missing: bool = False) -> list[Pair]:
    """The texts that there are and their notebooks; with `missing`, also texts to be written."""
    texts, notebooks = course.root / "course", course.root / "notebooks"
    found = [Pair(texts / f"{page}.md", notebooks / f"{page}.ipynb", "lesson") for page in PAGES]
    for level in course.levels.values() if missing else course.written():
        lesson, source = course.lesson(level), course.source(level)
        found.append(Pair(course.text(level, "lesson"), lesson, "lesson", level))
        found.append(Pair(course.text(level, "assignment"), source, "assignment", level))
    return [pair for pair in found if missing or pair.text.is_file()]


def expected(course: Course) -> list[Path]:
    """The notebooks that the texts make."""
    made = pairs(course)
    releases = [course.release(pair.level) for pair in made if pair.kind == "assignment"]
    return [pair.notebook for pair in made] + releases


def leftovers(course: Course) -> list[Path]:
    """Notebooks in notebooks/, source/ and release/ that no text makes."""
    globs = ("notebooks/*.ipynb", "source/*/*.ipynb", "release/*/*.ipynb")
    found = {path for pattern in globs for path in course.root.glob(pattern)}
    return sorted(found.difference(expected(course)))


def require_course(course: Course) -> None:
    if not (course.root / "course").is_dir():
        raise Mistake("course/ is missing, so there is nothing to build from: restore it.")
    rules.check_folders(course)
    for pair in pairs(course, missing=True):
        if pair.text.is_dir():
            name = course.show(pair.text)
            raise Mistake(f"{name} is a folder where a text is needed: move it away, restore it.")


def notebook_of(course: Course, pair: Pair):
    """The notebook that a text makes, checked against the rules."""
    from . import text

    where = course.show(pair.text)
    nb, places = text.to_notebook(read(pair.text, course), where)
    _check(nb, places, pair, where)
    return nb


def _check(nb, places: list[str], pair: Pair, where: str) -> None:
    if pair.kind == "lesson":
        rules.check_lesson(nb, places)
    else:
        rules.check_assignment(nb, places, pair.level, where)


def build(course: Course, gently: bool = False) -> list[str]:
    """Bring notebooks/, source/ and release/ in step; the files written, one line each.

    Raises Mistake, after building all else, for a notebook that a person edited; `gently` (for a
    learner, who may write into a lesson) leaves such a notebook, and one that was merely run.
    """
    require_course(course)
    record = Record(course)
    if record.in_step(gently):
        return []
    from . import text

    front, said, edited, clean = None, [], [], True
    # every text is read and checked before anything is written
    made = [(pair, notebook_of(course, pair)) for pair in pairs(course)]
    for path in [record.path, *expected(course)]:
        make_way(course.root, path)
    for pair, nb in made:
        new, name = text.dumps(nb), course.show(pair.notebook)
        state = _state(course, pair, nb, record)
        if state == "edited" or (state == "run" and gently):
            edited += [pair] if state == "edited" else []
            clean = False
        else:
            if state != "same":
                write(pair.notebook, new)
                said.append(f"built {name}")
            record.note(pair, text.dumps(nb))
        if pair.kind != "assignment" or state == "edited":
            continue
        release = course.release(pair.level)
        if state == "same" and record.released(pair, release):
            continue
        front = front or _front(course)
        new = front.release_text(new, pair.level)
        if not release.is_file() or release.read_bytes() != new.encode():
            write(release, new)
            said.append(f"built {course.show(release)}")
        record.note_release(pair, release)
    record.save(clean)
    if edited and not gently:
        raise Mistake("\n".join(_edited(course, pair) for pair in edited))
    return said


def check(course: Course) -> list[str]:
    """Every file out of step with its text, one line each; empty when all is in step.

    A lesson that was run, which is what lessons are for, differs by its outputs only: in step.
    """
    require_course(course)
    from . import text

    front, said, record = None, [], Record(course)
    for pair in pairs(course):
        nb = notebook_of(course, pair)
        new = text.dumps(nb)
        files = [(pair.notebook, new)]
        try:
            state = _state(course, pair, nb, record)
        except Mistake as mistake:  # a corrupt notebook, which `build` would not overwrite
            said.append(str(mistake))
            continue
        if pair.kind == "lesson" and state == "run":
            continue
        if pair.kind == "assignment":
            front = front or _front(course)
            files.append((course.release(pair.level), front.release_text(new, pair.level)))
        for path, wanted in files:
            name, back = course.show(path), ""
            if not path.is_file():
                said.append(f"{name} is missing: run `autograder build`.")
            elif path.read_bytes() != wanted.encode():
                if path == pair.notebook:
                    back = ", or `autograder build --from-notebooks` if the notebook was edited"
                text_name = course.show(pair.text)
                said.append(
                    f"{name} is out of step with {text_name}: run `autograder build`{back}."
                )
    return said + [_leftover(course, path) for path in leftovers(course)]


def from_notebooks(course: Course) -> list[str]:
    """Bring edited notebooks back into their texts, then build; the files written."""
    require_course(course)
    from . import text

    record, new_texts = Record(course), []
    unknown = set(leftovers(course)) - {pair.notebook for pair in pairs(course, missing=True)}
    releases = set(course.root.glob("release/*/*.ipynb"))
    for pair in pairs(course, missing=True):
        if not pair.notebook.is_file():
            continue
        where = course.show(pair.notebook)
        nb = _load(course, pair)
        old = read(pair.text, course) if pair.text.is_file() else None
        if old is not None:
            try:
                if text.to_notebook(old, "")[0] == nb:
                    continue
            except Mistake:
                pass  # the notebook replaces a text that can't be read, if only it was edited
            if not record.notebook_changed(pair, text.dumps(nb)):
                continue
            if record.text_changed(pair):
                raise Mistake(
                    f"{course.show(pair.text)} and {where} were both changed: undo one of them "
                    "(deleting the notebook leaves the text), then try again."
                )
        places = [text.cell_place(where, nb, i) for i in range(len(nb.cells))]
        _check(nb, places, pair, where)
        new_texts.append((pair, text.to_text(nb, where, text.header_of(old or "")), nb))
    for pair, new, nb in new_texts:
        write(pair.text, new)
        record.note(pair, text.dumps(nb))
    record.save(clean=False)
    said = [f"wrote {course.show(pair.text)}" for pair, _, _ in new_texts]
    said += build(course)
    return said + [_leftover(course, path) for path in sorted(unknown - releases)]


def warnings(course: Course) -> list[str]:
    """What `build` leaves to a person: notebooks that no text makes."""
    return [_leftover(course, path) for path in leftovers(course)]


def _state(course: Course, pair: Pair, nb, record: Record) -> str:
    """missing, same, run (differs by outputs only), edited, or old (the text has changed)."""
    from . import text

    if not pair.notebook.is_file():
        return "missing"
    there = pair.notebook.read_bytes()
    if there == text.dumps(nb).encode():
        return "same"
    normal = _load(course, pair)
    if normal == nb:
        return "run"
    return "edited" if record.notebook_changed(pair, text.dumps(normal)) else "old"


def _load(course: Course, pair: Pair):
    """The pair's notebook in its normal form. Raises Mistake when it can't be read."""
    from . import text

    try:
        return text.normal(text.loads(read(pair.notebook, course), course.show(pair.notebook)))
    except Mistake as mistake:
        why = str(mistake).rstrip(".")
        raise Mistake(f"{why}; mend it, or delete it and build again.") from None


def _front(course: Course):
    from .front import Front

    return Front(course.root)


def _edited(course: Course, pair: Pair) -> str:
    name, source = course.show(pair.notebook), course.show(pair.text)
    return (
        f"{name} was edited, so it was left alone: run `autograder build --from-notebooks` to "
        f"bring it into {source}, or delete it and build again to drop the edit."
    )


def _leftover(course: Course, path: Path) -> str:
    made = {pair.notebook: pair for pair in pairs(course, missing=True)}
    made |= {course.release(p.level): p for p in made.values() if p.kind == "assignment"}
    name = course.show(path)
    if path not in made:
        return f"{name} has no text in course/, nor a level in course.toml: add them, or delete it."
    back = "" if name.startswith("release/") else ", or run `autograder build --from-notebooks`"
    # the text may be lost rather than given up
    return (
        f"{name} has no text in course/: restore {course.show(made[path].text)}{back}; delete the "
        "notebook only if its text was given up."
    )
