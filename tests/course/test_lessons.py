"""The lesson of each level: it runs, it keeps to its measures, and its numbers are right."""

import ast
import copy
import re
import time
from contextlib import nullcontext, suppress
from pathlib import Path
from statistics import median

import nbformat
import pytest
from nbclient import NotebookClient

from shardlab import quiz
from shardlab.quiz import forecast

from . import levels
from .levels import LEVELS, ROOT, breaks_on_purpose, claims, code_cells, words

WIDGET = "application/vnd.jupyter.widget-view+json"
every_level = pytest.mark.parametrize("level", LEVELS)


@pytest.fixture(scope="module")
def executed():
    """executed(level): its lesson after a run from top to bottom."""
    done = {}

    def ran(level):
        if level not in done:
            done[level] = execute(level)
        return done[level]

    return ran


def execute(level):
    notebook, started, seconds = nbformat.from_dict(levels.lesson(level)), {}, {}

    def start(cell_index, **_):
        started[cell_index] = time.perf_counter()

    def end(cell_index, **_):
        seconds[cell_index] = time.perf_counter() - started[cell_index]

    NotebookClient(
        notebook,
        timeout=60,
        resources={"metadata": {"path": str(ROOT / "notebooks")}},
        on_cell_execute=start,
        on_cell_executed=end,
    ).execute()
    print(f"{level}: slowest cell {max(seconds.values()):.2f} s, all {sum(seconds.values()):.1f} s")
    return notebook


@pytest.fixture(scope="module")
def names():
    """names(level): what the lesson defines, its cells run one after another, and what it asks."""
    done = {}

    def left(level):
        if level not in done:
            done[level] = run_here(level)
        return done[level]

    return left


def run_here(level):
    namespace = {"asked": []}

    def keep(*args, **kwargs):
        namespace["asked"].append(forecast(*args, **kwargs))

    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(ROOT / "notebooks")  # where the cards are looked for
        patch.setattr(quiz, "forecast", keep)
        for cell in code_cells(levels.lesson(level)):
            with suppress(Exception) if breaks_on_purpose(cell) else nullcontext():
                exec(compile(cell.source, "lesson", "exec"), namespace)
    return namespace


def text_of(level):
    return "\n".join(cell.source for cell in levels.lesson(level).cells)


def shown(cell, kind):
    """What a cell has put out, as text of one MIME type."""
    return "".join(out.get("data", {}).get(kind, "") for out in cell.get("outputs", []))


# -- it runs ---------------------------------------------------------------------------------


@every_level
def test_only_cells_that_are_marked_fail_and_all_of_those_do(executed, level):
    for cell in code_cells(executed(level)):
        errors = [out for out in cell.outputs if out.output_type == "error"]
        assert bool(errors) == breaks_on_purpose(cell), cell.source
        assert not any(out.get("name") == "stderr" for out in cell.outputs), cell.source


@every_level
def test_what_breaks_teaches(executed, level):
    errors = [
        f"{out.ename}: {out.evalue}"
        for cell in code_cells(executed(level))
        if breaks_on_purpose(cell)
        for out in cell.outputs
    ]
    assert len(errors) >= 5
    for taught in claims(level).TAUGHT:
        assert any(re.match(taught, error, re.DOTALL) for error in errors), taught


@every_level
def test_errors_of_the_library_end_at_the_learners_line(executed, level):
    for cell in code_cells(executed(level)):
        for out in cell.outputs if breaks_on_purpose(cell) else ():
            assert "lib/shardlab" not in re.sub(r"\x1b\[[0-9;]*m", "", "".join(out.traceback))


@every_level
def test_pictures_come_with_descriptions(executed, level):
    html = " ".join(shown(cell, "text/html") for cell in code_cells(executed(level)))
    pictures = re.findall(r"<svg[^>]*>", html)
    described = [tag for tag in pictures if re.search(r'role="img" aria-label="[^"]{20,}"', tag)]
    decoration = [tag for tag in pictures if 'aria-hidden="true"' in tag]
    assert len(described) >= 12
    assert len(described) + len(decoration) == len(pictures)


@every_level
def test_questions_and_explorers_are_widgets(executed, level):
    cells = code_cells(executed(level))
    widgets = [c for c in cells if WIDGET in {k for out in c.outputs for k in out.get("data", {})}]
    asked = [c for c in cells if re.search(r"^(forecast|card|explore\.\w+)\(", c.source, re.M)]
    assert len(asked) >= 12
    assert [c.source for c in asked if c not in widgets] == []
    for cell in widgets:
        assert not re.search("Error|not there yet", shown(cell, "text/html")), cell.source


# -- it keeps to its measures ----------------------------------------------------------------


@every_level
def test_code_cells_are_short(level):
    cells = code_cells(levels.lesson(level))
    lines = [sum(bool(line.strip()) for line in cell.source.splitlines()) for cell in cells]
    print(f"{level}: {len(lines)} code cells: median {median(lines)} lines, longest {max(lines)}")
    assert median(lines) <= 5 and max(lines) <= 15


@every_level
def test_there_is_little_to_read_between_two_things_to_do(level):
    stretches, run_of_words = [], 0
    for cell in levels.lesson(level).cells:
        if cell.cell_type == "markdown":
            run_of_words += words(cell.source)
        else:
            stretches.append(run_of_words)
            run_of_words = 0
    print(f"{level}: longest stretch {max(stretches)} words, the close {run_of_words}")
    assert max(stretches) <= 150
    assert run_of_words <= 300  # the summary: half a page


@every_level
def test_the_first_picture_comes_within_three_cells(executed, level):
    pictures = ["<svg" in shown(cell, "text/html") for cell in executed(level).cells]
    print(f"{level}: {pictures.index(True)} cells before the first picture")
    assert pictures.index(True) <= 2


@every_level
def test_a_lesson_opens_with_an_aim_and_closes_with_a_summary_and_three_questions(level):
    cells = [cell.source for cell in levels.lesson(level).cells]
    entry = levels.COURSE["levels"][level]
    assert cells[0].startswith(f"# {level} · {entry['title']}: {entry['subtitle']}\n")
    assert "After this lesson you can\n" in cells[0]
    close = "\n".join(cells).split("## Summary\n")[1]
    questions = close.split("**Three questions")[1]
    assert re.findall(r"^(\d)\. .*\?", questions, re.MULTILINE) == ["1", "2", "3"]


@every_level
def test_every_section_has_its_rhythm(level):
    """A forecast, a picture or explorer, a failure on purpose and a takeaway with a number."""
    sections, current = {}, None
    for cell in levels.lesson(level).cells:
        if heading := re.match(r"## \d+ · (.+)", cell.source):
            current = sections.setdefault(heading[1], [])
        elif cell.source.startswith("## "):
            current = None
        if current is not None:
            current.append(cell)
    assert len(sections) >= 5
    for name, cells in list(sections.items())[1:]:
        text = "\n".join(cell.source for cell in cells)
        assert "forecast(" in text, name
        assert any(breaks_on_purpose(cell) for cell in cells), name
        assert re.search(r"\*\*Takeaway\.\*\* [^\n]*\d", text), name


@every_level
def test_the_lesson_names_every_function_that_is_asked_for(level):
    text = text_of(level)
    asked = [cell for cell in levels.assignment(level, "source") if role_of_code(cell)]
    assert asked
    for cell in asked:
        for name in re.findall(r"^def (\w+)", cell.source, re.MULTILINE)[:1]:
            assert f"`{name}" in text, name


def role_of_code(cell):
    return levels.role(cell).get("solution") and cell.source.lstrip().startswith("def ")


@every_level
def test_the_lesson_holds_no_solution(level):
    """No function of the assignment is defined here, and no line of a reference solution."""
    source = "\n".join(cell.source for cell in code_cells(levels.lesson(level)))
    asked = "\n".join(c.source for c in levels.assignment(level, "source") if role_of_code(c))
    solutions = re.findall(r"### BEGIN SOLUTION\n(.*?)### END SOLUTION", asked, re.DOTALL)
    lines = {line.strip() for solution in solutions for line in solution.splitlines()}
    assert len(lines) >= 10
    shared = lines & {line.strip() for line in source.splitlines()} - {""}
    assert not {line for line in shared if len(line) > 12}
    defined = set(re.findall(r"^def (\w+)", source, re.MULTILINE))
    assert not defined & set(re.findall(r"^def (\w+)", asked, re.MULTILINE))


# what is said in so few words that each lesson on products says it
COMMON = {"(_ @ _, _ @ _, _ @ _)", "_ @ _.T * (_ > 0)"}


@every_level
def test_the_lesson_holds_no_solution_under_other_names(level):
    """No statement of a reference solution, but for short ones, with other names in it."""
    in_lesson = {
        form for cell in code_cells(levels.lesson(level)) for form in nameless(cell.source)
    }
    asked = [cell for cell in levels.assignment(level, "source") if role_of_code(cell)]
    forms = {form: levels.grade_id(cell) for cell in asked for form in nameless(cell.source)}
    assert len(forms) >= 5
    assert {form: of for form, of in forms.items() if form in in_lesson - COMMON} == {}


def nameless(source):
    """The statements of a source with each name erased; of what is bound or returned, the value."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef | ast.ClassDef) or not isinstance(node, ast.stmt):
            continue
        if isinstance(node, ast.Assign | ast.AnnAssign | ast.Return | ast.Expr):
            node = node.value
        if node and sum(isinstance(part, ast.expr | ast.stmt) for part in ast.walk(node)) >= 8:
            yield ast.unparse(Nameless().visit(copy.deepcopy(node)))


class Nameless(ast.NodeTransformer):
    def visit_Name(self, node):
        return ast.Name("_", node.ctx)

    def visit_arg(self, node):
        return ast.arg("_")


def test_a_statement_is_told_under_other_names():
    one, other, third = (
        list(nameless(source))
        for source in (
            "def f(D, M):\n    return (D - 1) / (M + D - 1)",
            "share = (p - 1) / (m + p - 1)",
            "share = (p - 1) / (m + p - 2)",
        )
    )
    assert one == other != third and len(third) == 1


# -- its numbers are right -------------------------------------------------------------------


@every_level
def test_every_forecast_takes_the_right_answer_and_tells_a_wrong_one(names, level):
    asked = names(level)["asked"]
    assert len(asked) >= 8
    for one in asked:
        answer = one._measure()
        if one.choices is not None:
            said = {str(answer), *one.choices}
            assert len(said) == len(one.choices), one.question
            right, wrong = str(answer), next(c for c in one.choices if c != str(answer))
        elif isinstance(answer, tuple):
            right, wrong = str(answer), "(1, 1)"
        else:
            right, wrong = f"{float(answer):.12g}", f"{2 * abs(float(answer)) + 7:.12g}"
        for said, agrees in ((right, True), (wrong, False)):
            again = forecast(one.question, answer, choices=one.choices, unit=one.unit)
            again.commit(said)
            assert again.right is agrees, one.question


def claimed(kind):
    return [
        pytest.param(level, phrase, holds, id=f"{level}: {phrase}")
        for level in LEVELS
        for phrase, holds in getattr(claims(level), kind)
    ]


@pytest.mark.parametrize(("level", "phrase", "holds"), claimed("COMPUTED"))
def test_a_number_in_the_text_is_what_the_cells_compute(names, level, phrase, holds):
    assert phrase in text_of(level)
    assert holds(names(level))


@pytest.mark.parametrize(("level", "phrase", "holds"), claimed("CLAIMS"))
def test_a_number_in_the_text_is_measured(level, phrase, holds):
    assert phrase in text_of(level)
    assert holds()


NUMBER = re.compile(r"(?<![\w.])\d[\d,]*(?:\.\d+)?(?![\w]*\d)")


@every_level
def test_every_number_in_the_prose_comes_from_a_cell_or_a_claim(executed, names, level):
    """Small whole numbers count things in view; all others are computed somewhere."""
    cells = executed(level).cells
    prose = "\n".join(strip(cell.source) for cell in cells if cell.cell_type == "markdown")
    known = [cell.source for cell in cells if cell.cell_type == "code"]
    known += [said(cell) for cell in cells if cell.cell_type == "code"]
    known += [one._shown(one._measure()) for one in names(level)["asked"]]
    known += [
        phrase for kind in ("CLAIMS", "COMPUTED") for phrase, _ in getattr(claims(level), kind)
    ]
    found = {plain(number) for text in known for number in NUMBER.findall(strip(text))}
    missing = {n for n in NUMBER.findall(prose) if float(plain(n)) > 12 or "." in n}
    assert {n for n in missing if plain(n) not in found} == set()


def strip(text):
    """Numbers are written apart: 5×12, 3/4, (4,6); arXiv numbers and links are names."""
    text = re.sub(r"arXiv[ :]\d+\.\d+|\]\([^)]*\)|<[^>]*>", " ", text)
    return re.sub(r"[×/()\[\]{}|$^_=:;·%\\]", " ", text.replace("{,}", ","))


def plain(number):
    return number.replace(",", "").rstrip(".")


def said(cell):
    return "\n".join(
        out.get("text", "")
        + out.get("data", {}).get("text/plain", "")
        + out.get("data", {}).get("text/html", "")
        + out.get("evalue", "")
        for out in cell.outputs
    )


def test_the_claims_of_each_level_are_kept_in_their_file():
    files = {path.stem for path in Path(__file__).parent.glob("claims_*.py")}
    assert files == {f"claims_{level}" for level in LEVELS}


def test_the_limits_of_the_bubble_are_printed(executed):
    printed = "".join(
        out.text
        for cell in code_cells(executed("L2"))
        for out in cell.outputs
        if out.output_type == "stream"
    )
    for line in (
        "0.750   efficiency 0.250",
        "0.158   efficiency 0.842",
        "0.003   efficiency 0.997",
    ):
        assert line in printed
