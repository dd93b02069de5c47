"""Small laws of the preprocessors and of what they rest on."""

import nbformat
import pytest

from autograder import master
from autograder.credit import credit
from autograder.plugin import HideTests
from autograder.trial import _run, _shell

FLAGS = {"grade": False, "solution": False, "locked": True}


def released(name, source="", **flags):
    return master.Released(name, "code", {**FLAGS, "grade_id": name, **flags}, source)


def code(name, source="", **extra):
    made = nbformat.v4.new_code_cell(source)
    made.metadata["nbgrader"] = {"grade_id": name, **extra}
    return made


def restored(cells, wanted):
    nb = nbformat.v4.new_notebook(cells=cells)
    remarks = master.restore(nb, wanted, lambda old: code(old.name, old.source))
    return [one.metadata.get("nbgrader", {}).get("grade_id") for one in nb.cells], remarks, nb


MASTER = [released("a"), released("b", solution=True), released("c"), released("d")]


@pytest.mark.parametrize(
    "there, then",
    [
        ("abcd", "abcd"),
        ("", "abcd"),
        ("d", "abcd"),
        ("ad", "abcd"),
        ("bd", "abcd"),
        ("ba", "bacd"),  # what the student moved stays; what is missing follows what came before
        ("aabbcd", ".a.bcd"),
        ("dabcd", ".abcd"),
        ("axbcd", "a.bcd"),
    ],
)
def test_every_released_cell_is_there_once(there, then):
    names, remarks, _ = restored([code(name) for name in there], MASTER)
    assert "".join(name or "." for name in names) == then
    assert sorted(filter(None, names)) == ["a", "b", "c", "d"]
    assert bool(remarks) == (there not in ("abcd", "axbcd"))


def test_metadata_and_tags_are_put_back():
    cells = [code("a", grade=True, points=99), code("b"), code("c"), code("d")]
    cells[2].metadata["tags"] = ["skip-execution"]
    _, _, nb = restored(cells, MASTER)
    assert [one.metadata["nbgrader"] for one in nb.cells] == [one.metadata for one in MASTER]
    assert all("tags" not in one.metadata for one in nb.cells)


@pytest.mark.parametrize("odd", [None, [], "x", {"grade_id": 3}, {"grade_id": ""}])
def test_metadata_of_any_shape_is_taken(odd):
    strange = nbformat.v4.new_code_cell("1")
    strange.metadata["nbgrader"] = odd
    names, _, _ = restored([strange], MASTER)
    assert names == [None, "a", "b", "c", "d"] or names == ["a", "b", "c", "d", None]


@pytest.mark.parametrize(
    "text, score, complains",
    [
        ("2.5", 2.5, False),
        ("0", 0, False),
        ("np.float64(1.5)", 1.5, False),
        ("np.int64(4)", 4, False),
        ("nan", 0, True),
        ("np.float64(nan)", 0, True),
        ("-1", 0, True),
        ("inf", 0, True),
        ("4.01", 0, True),
        ("None", None, False),
        ("Shards(3 devices)", None, False),
        ("", None, False),
    ],
)
def test_partial_credit(text, score, complains):
    got, reason = credit(text, 4)
    assert got == score and bool(reason) == complains


def test_an_echo_of_a_hidden_test_is_taken_out():
    test = nbformat.v4.new_code_cell(
        "shown = f(1)\n### BEGIN HIDDEN TESTS\nassert f(12345) == 7\n### END HIDDEN TESTS\nlast = 1"
    )
    line = "assert f(12345) == 7"
    test.outputs = [
        nbformat.v4.new_output("stream", text=f"before {line} after, shown = f(1)"),
        nbformat.v4.new_output("execute_result", {"text/plain": line, "text/html": f"<b>{line}"}),
        nbformat.v4.new_output("error", ename="E", evalue=f"at {line}", traceback=[line, "more"]),
    ]
    nb = nbformat.v4.new_notebook(cells=[test])
    HideTests().preprocess(nb, {})
    kept = nbformat.writes(nb)
    assert "12345" not in kept and "more" not in kept
    assert "shown = f(1)" in kept and "last = 1" in kept and "E: at [hidden]" in kept


@pytest.mark.filterwarnings("ignore:To exit")
def test_trials_start_from_an_empty_namespace():
    shell = _shell()
    assert _run(shell, {"source": "left_over = 1", "points": None}) is None
    assert _run(shell, {"source": "left_over", "points": 2})["score"] == 1
    shell.reset(new_session=True)
    found = _run(shell, {"source": "left_over", "points": 2})
    assert found == {"score": 0.0, "message": "NameError: name 'left_over' is not defined"}
    assert _run(shell, {"source": "raise SystemExit(0)", "points": 2})["score"] == 0
    assert _run(shell, {"source": "%precision 3\nNone", "points": 2})["score"] == 2
