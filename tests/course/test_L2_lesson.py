"""The lesson of L2: it runs, it keeps to its measures, and its numbers are right."""

import re
import time
from contextlib import nullcontext, suppress
from statistics import median

import nbformat
import numpy as np
import pytest
from nbclient import NotebookClient

from shardlab import Mesh, quiz, run, shard
from shardlab.pipeline import B, F, simulate
from shardlab.quiz import forecast


@pytest.fixture(scope="module")
def lesson(root):
    return nbformat.read(root / "notebooks" / "L2_application.ipynb", as_version=4)


@pytest.fixture(scope="module")
def ran(lesson, root):
    """The lesson after a run from top to bottom."""
    notebook, started, seconds = nbformat.from_dict(lesson), {}, {}

    def start(cell_index, **_):
        started[cell_index] = time.perf_counter()

    def end(cell_index, **_):
        seconds[cell_index] = time.perf_counter() - started[cell_index]

    client = NotebookClient(
        notebook,
        timeout=60,
        resources={"metadata": {"path": str(root / "notebooks")}},
        on_cell_execute=start,
        on_cell_executed=end,
    )
    client.execute()
    print(f"slowest cell {max(seconds.values()):.2f} s, all {sum(seconds.values()):.1f} s")
    return notebook


def code_cells(notebook):
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def breaks_on_purpose(cell):
    return "raises-exception" in cell.metadata.get("tags", [])


def words(text):
    return len(re.sub(r"[|$#>*`{}\\-]", " ", text).split())


# -- it runs ---------------------------------------------------------------------------------


def test_only_cells_that_are_marked_fail_and_all_of_those_do(ran):
    for cell in code_cells(ran):
        errors = [out for out in cell.outputs if out.output_type == "error"]
        assert bool(errors) == breaks_on_purpose(cell), cell.source
        assert not any(out.get("name") == "stderr" for out in cell.outputs), cell.source


def test_what_breaks_teaches(ran):
    errors = [
        f"{out.ename}: {out.evalue}"
        for cell in code_cells(ran)
        if breaks_on_purpose(cell)
        for out in cell.outputs
    ]
    for taught in (
        "ShardError: shard: an array of shape (6, 8) has no axis 2; its axes are 0 to 1",
        "AssertionError: the glued output: has shape 2×8, expected is 4×8",
        "Deadlock: .* returned without it",
        "AssertionError: Y on device 0: is the partial sum of device 0 alone",
        "ShardError: .* expects int64 (4, 2) from",
        "ScheduleError: The stages wait for each other in a circle",
    ):
        pattern = ".*".join(map(re.escape, taught.split(".*")))
        assert any(re.match(pattern, error, re.DOTALL) for error in errors), taught


def test_errors_of_the_library_end_at_the_learners_line(ran):
    for cell in code_cells(ran):
        for out in cell.outputs if breaks_on_purpose(cell) else ():
            assert "lib/shardlab" not in re.sub(r"\x1b\[[0-9;]*m", "", "".join(out.traceback))


def test_pictures_come_with_descriptions(ran):
    shown = [
        out.data["text/html"]
        for cell in code_cells(ran)
        for out in cell.outputs
        if "text/html" in out.get("data", {})
    ]
    pictures = re.findall(r"<svg[^>]*>", " ".join(shown))
    described = [tag for tag in pictures if re.search(r'role="img" aria-label="[^"]{20,}"', tag)]
    decoration = [tag for tag in pictures if 'aria-hidden="true"' in tag]
    assert len(described) >= 15
    assert len(described) + len(decoration) == len(pictures)


def test_questions_and_explorers_are_widgets(ran):
    kinds = [
        out.data
        for cell in code_cells(ran)
        for out in cell.outputs
        if "application/vnd.jupyter.widget-view+json" in out.get("data", {})
    ]
    sources = "\n".join(cell.source for cell in code_cells(ran))
    asked = len(re.findall(r"^(?:forecast|card|explore\.\w+)\(", sources, flags=re.MULTILINE))
    assert len(kinds) >= 20 and asked >= 20
    assert not any("Error" in data.get("text/html", "") for data in kinds)
    assert not any("not there yet" in data.get("text/html", "") for data in kinds)


# -- it keeps to its measures ----------------------------------------------------------------


def test_code_cells_are_short(lesson):
    lines = [
        sum(bool(line.strip()) for line in cell.source.splitlines()) for cell in code_cells(lesson)
    ]
    print(f"{len(lines)} code cells: median {median(lines)} lines, longest {max(lines)}")
    assert median(lines) <= 5 and max(lines) <= 15


def test_there_is_little_to_read_between_two_things_to_do(lesson):
    stretches, run_of_words = [], 0
    for cell in lesson.cells:
        if cell.cell_type == "markdown":
            run_of_words += words(cell.source)
        else:
            stretches.append(run_of_words)
            run_of_words = 0
    print(f"longest stretch {max(stretches)} words, the close {run_of_words}")
    assert max(stretches) <= 150
    assert run_of_words <= 300  # the summary: half a page


def test_the_first_picture_comes_within_three_cells(ran):
    first = [
        place
        for place, cell in enumerate(ran.cells)
        if cell.cell_type == "code"
        and any("<svg" in out.get("data", {}).get("text/html", "") for out in cell.outputs)
    ]
    assert first[0] <= 2


def test_every_section_has_its_rhythm(lesson):
    """A forecast, a picture or explorer, a failure on purpose and a takeaway with a number."""
    sections, current = {}, None
    for cell in lesson.cells:
        if heading := re.match(r"## \d+ · (.+)", cell.source):
            current = sections.setdefault(heading[1], [])
        elif cell.source.startswith("## "):
            current = None
        if current is not None:
            current.append(cell)
    assert len(sections) == 7
    for name, cells in list(sections.items())[1:]:
        text = "\n".join(cell.source for cell in cells)
        assert "forecast(" in text, name
        assert any(breaks_on_purpose(cell) for cell in cells), name
        assert re.search(r"\*\*Takeaway\.\*\* [^\n]*\d", text), name
    yours = "\n".join(cell.source for cell in lesson.cells)
    exercises = (
        "split_columns column_parallel_forward split_rows row_parallel_forward pad_columns "
        "unpad_columns effective_batch accumulation_steps speedup bubble_fraction"
    )
    assert all(f"`{name}" in yours for name in exercises.split())


def test_the_lesson_holds_no_solution(lesson, root):
    """No function of the assignment is defined here, and no line of a reference solution."""
    source = "\n".join(cell.source for cell in code_cells(lesson))
    assignment = (root / "course" / "L2" / "assignment.md").read_text(encoding="utf-8")
    solutions = re.findall(r"### BEGIN SOLUTION\n(.*?)### END SOLUTION", assignment, re.DOTALL)
    lines = {line.strip() for solution in solutions for line in solution.splitlines()}
    assert len(lines) > 20
    shared = lines & {line.strip() for line in source.splitlines()} - {""}
    assert not shared, shared


# -- its numbers are right -------------------------------------------------------------------


def fill(D, M):
    return simulate([[F(i) for i in range(M)]] * D)


def sent(fn, n, *args):
    return int(run(fn, Mesh(tp=n), *args).traffic.bytes_sent[0])


rng = np.random.default_rng(3)
X, W = rng.normal(size=(4, 6)), rng.normal(size=(6, 8))
W1, W2 = rng.normal(size=(6, 24)), rng.normal(size=(24, 6))


def block(dev, X, W1_i, W2_i):
    return dev.all_reduce(np.maximum(X @ W1_i, 0) @ W2_i)


def gathered(dev, X, W1_i, W2_i):
    H = dev.all_gather(X @ W1_i, axis=1)
    return dev.all_gather(H @ W2_i, axis=1)


FOUR = [F(0), F(1), F(2), F(3), B(0), B(1), B(2), B(3)]

CLAIMS = [
    ("here 24 of 48", lambda: (shard(W, 1, 2)[0].size, W.size) == (24, 48)),
    ("Forward, 0 bytes are sent", lambda: sent(lambda d, X, W: X @ W, 2, X, shard(W, 1)) == 0),
    (
        "Here 256 bytes a device",
        lambda: sent(lambda d, X, W: d.all_reduce(X @ W), 2, shard(X, 1), shard(W, 0)) == 256,
    ),
    (
        "480 bytes from each device in place of 192",
        lambda: (
            (sent(gathered, 2, X, shard(W1, 1), shard(W2, 1)), 192)
            == (480, sent(block, 2, X, shard(W1, 1), shard(W2, 0)))
        ),
    ),
    ("shards of 3, 3 and 2 columns", lambda: [p.shape[1] for p in shard(W, 1, 3)] == [3, 3, 2]),
    ("idle 0.75 of the total time at $M = 1$", lambda: fill(4, 1).idle_fraction == 0.75),
    ("0.158 at $M = 16$", lambda: round(fill(4, 16).idle_fraction, 3) == 0.158),
    ("and 0 in the limit", lambda: fill(4, 4096).idle_fraction < 1e-3),
    (
        "12 cells idle, whatever $M$ is",
        lambda: {4 * fill(4, M).length - 4 * M for M in (1, 2, 7, 16, 40)} == {12},
    ),
    (
        "so its share of idle time is the same",
        lambda: np.isclose(simulate([FOUR] * 4).idle_fraction, fill(4, 4).idle_fraction),
    ),
    (
        "each stage holds 4 where it held 1",
        lambda: (
            (simulate([FOUR] * 4).peak_activations, simulate([[F(0), B(0)]] * 4).peak_activations)
            == ([4] * 4, [1] * 4)
        ),
    ),
    (
        "each sends $2(N-1)/N$ of the array",
        lambda: sent(lambda d, X, W: d.all_reduce(X @ W), 4, shard(X, 1), shard(W, 0)) == 384,
    ),
    (
        "is 0.158.” “No, 0.188!”",
        lambda: (
            (round(fill(4, 16).idle_fraction, 3), round(fill(4, 16).idle_over_ideal, 4))
            == (0.158, 0.1875)
        ),
    ),
    ("with $M = 1$ it is 3", lambda: np.isclose(fill(4, 1).idle_over_ideal, 3)),
    (
        "Over ideal time it is $(D-1)/M$",
        lambda: all(
            np.isclose(fill(D, M).idle_over_ideal, (D - 1) / M) for D in (2, 5) for M in (3, 8)
        ),
    ),
]


# what the lesson's own cells compute, read from the namespace that they leave
COMPUTED = [
    ("pad to 9, 3 a device, 12.5% on top", lambda own: own["W9"].size / own["W"].size == 1.125),
    ("Five devices: 3 times as fast", lambda own: own["step_time"](1) / own["step_time"](5) == 3),
    (
        "never above 300/40 = 7.5",
        lambda own: 7.49 < own["step_time"](1) / own["step_time"](10**9) < 7.5,
    ),
]


@pytest.fixture(scope="module")
def own(lesson, root):
    """The names that the lesson defines, its cells run one after another."""
    namespace = {"asked": []}
    monkeypatch = pytest.MonkeyPatch()
    monkeypatch.chdir(root / "notebooks")  # where the cards are looked for

    def keep(*args, **kwargs):
        namespace["asked"].append(forecast(*args, **kwargs))

    monkeypatch.setattr(quiz, "forecast", keep)
    for cell in code_cells(lesson):
        breaks = suppress(Exception) if breaks_on_purpose(cell) else nullcontext()
        with breaks:
            exec(compile(cell.source, "lesson", "exec"), namespace)
    monkeypatch.undo()
    return namespace


def test_every_forecast_takes_the_right_answer_and_tells_a_wrong_one(own):
    assert len(own["asked"]) >= 12
    for asked in own["asked"]:
        answer = asked._answer()
        shape = isinstance(answer, tuple)
        right = forecast(asked.question, asked._answer, unit=asked.unit)
        right.commit(str(answer) if shape else f"{float(answer):.12g}")
        assert right.right is True, asked.question
        wrong = forecast(asked.question, asked._answer, unit=asked.unit)
        wrong.commit("(1, 1)" if shape else f"{3 * float(answer) + 7:.12g}")
        assert wrong.right is False, asked.question


@pytest.mark.parametrize(("phrase", "holds"), COMPUTED, ids=[phrase for phrase, _ in COMPUTED])
def test_a_number_in_the_text_is_what_the_cells_compute(lesson, own, phrase, holds):
    assert phrase in "\n".join(cell.source for cell in lesson.cells)
    assert holds(own)


@pytest.mark.parametrize(("phrase", "holds"), CLAIMS, ids=[phrase for phrase, _ in CLAIMS])
def test_a_number_in_the_text_is_measured(lesson, phrase, holds):
    assert phrase in "\n".join(cell.source for cell in lesson.cells)
    assert holds()


def test_the_limits_of_the_bubble_are_printed(ran):
    printed = "".join(
        out.text for cell in code_cells(ran) for out in cell.outputs if out.output_type == "stream"
    )
    for line in (
        "0.750   efficiency 0.250",
        "0.158   efficiency 0.842",
        "0.003   efficiency 0.997",
    ):
        assert line in printed
