"""The tour of the library runs, and shows every name that others rely on in use."""

import re

import nbformat
import pytest
from nbclient import NotebookClient

from shardlab import errors

CONTRACT = """
result.outputs traffic.bytes_sent traffic.steps traffic.calls["all_reduce"]
result.memory.peak_bytes result.timeline
dev.rank dev.size dev.coordinates dev.memory dev["tp"] dev["dp", "tp"]
dev.send( dev.recv( like= dev.all_reduce( dev.all_gather( dev.reduce_scatter( dev.broadcast(
dev.scatter( dev.all_to_all( dev.gather( dev.reduce( dev.barrier( dev.compute( dev.matmul(
shard( replicate Mesh( run( over= hardware= algorithm= isolate=True
F( B( W( simulate( forward= backward= hop= timeline.idle_fraction timeline.peak_activations
timeline.length run_mpi run_torch ShardError Deadlock CollectiveMismatch ScheduleError
draw.traffic draw.steps draw.mesh draw.memory draw.layers
simulate_sgd( sgd.idle_fraction sgd.staleness sgd.timeline
"""


@pytest.fixture(scope="module")
def page(root):
    return nbformat.read(root / "notebooks" / "library.ipynb", as_version=4)


@pytest.fixture(scope="module")
def ran(page, root):
    notebook = nbformat.from_dict(page)
    folder = {"metadata": {"path": str(root / "notebooks")}}
    NotebookClient(notebook, timeout=120, resources=folder).execute()
    return notebook


def code(page):
    return [cell for cell in page.cells if cell.cell_type == "code"]


@pytest.mark.parametrize("name", re.findall(r'\S+\["\w+"(?:, "\w+")?\]|\S+', CONTRACT))
def test_each_name_is_shown_in_use(page, name):
    used = re.compile(rf"(?<![\w\"'#]){re.escape(name)}")  # as a word of its own
    assert any(used.search(cell.source) for cell in code(page))


def test_the_cells_that_are_to_fail_fail_with_the_librarys_errors_and_no_other_does(ran):
    for cell in code(ran):
        raised = [output.ename for output in cell.outputs if output.output_type == "error"]
        marked = "raises-exception" in cell.metadata.get("tags", [])
        assert bool(raised) == marked, cell.source
        assert all(issubclass(getattr(errors, name), errors.ShardError) for name in raised)


def test_errors_say_what_they_are(ran):
    said = "".join(output.get("text", "") for cell in code(ran) for output in cell.outputs)
    assert "call all_reduce with a different shape" in said
    assert "Deadlock on Mesh(tp=2)" in said
    assert "True Stage 1 is at B(0) before its own F(0)" in said


def test_cells_are_short_and_lines_fit(page):
    for cell in code(page):
        lines = [line for line in cell.source.splitlines() if line.strip()]
        assert len(lines) <= 15 and max(map(len, lines)) <= 84, cell.source


def test_real_ranks_are_run_where_they_are_installed(ran):
    for package, name in (("mpi4py", "run_mpi"), ("torch", "run_torch")):
        pytest.importorskip(package, reason=f"{package} is missing: pip install -e '.[mpi,torch]'")
        (cell,) = [cell for cell in code(ran) if "run_mpi" in cell.source]
        text = "".join(output.get("text", "") for output in cell.outputs)
        assert f"{name} [15. 15. 15. 15. 15. 15. 15. 15.] [256 256]" in text


def test_pictures_have_descriptions(ran):
    shown = [
        o.data["text/html"]
        for c in code(ran)
        for o in c.outputs
        if "text/html" in o.get("data", {})
    ]
    assert len(shown) >= 6
    assert all('role="img"' in html and "<title>" in html for html in shown)
