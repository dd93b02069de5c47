"""From a notebook, under mpiexec and torchrun, interrupted, and where a package is missing."""

import os
import re
import subprocess
import sys
import threading
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

from shardlab import Mesh, ranks
from shardlab.errors import ShardError
from shardlab.ranks import run_mpi, run_torch

BIN = Path(sys.executable).parent


def _cell(client, source, **metadata):
    """What a cell prints, or its error."""
    cell = nbformat.v4.new_code_cell(source, metadata=metadata)
    client.nb.cells.append(cell)
    client.execute_cell(cell, len(client.nb.cells) - 1)
    return re.sub(
        r"\x1b\[[0-9;]*m",
        "",
        "".join(o.get("text", "") + "\n".join(o.get("traceback", [])) for o in cell.outputs),
    )


def test_a_function_of_a_notebook_cell(need):
    need("run_mpi")
    need("run_torch")
    client = NotebookClient(nbformat.v4.new_notebook(), timeout=100, allow_errors=True)
    client.reset_execution_trackers()
    with client.setup_kernel():
        _cell(
            client,
            "import numpy as np\nfrom shardlab import Mesh, run, shard\n"
            "from shardlab.ranks import run_mpi, run_torch\nscale, X = 3, np.arange(5.0)\n"
            "class Piece:\n    def __init__(self, x): self.x = scale * x",
        )
        _cell(
            client,
            "def f(dev, x, bad=False):\n    print('piece of', len(x))\n"
            "    if bad and dev.rank == 1: x = x / Piece\n"
            "    return Piece(dev.all_reduce(x[:2]))",
        )
        for engine in ("run_mpi", "run_torch"):
            said = _cell(
                client,
                f"r = {engine}(f, Mesh(dp=2), shard(X, axis=0))\n"
                "print([o.x.tolist() for o in r.outputs], isinstance(r.outputs[0], Piece))",
            )
            assert sorted(said.splitlines()) == [
                "[[9.0, 15.0], [9.0, 15.0]] True",
                "[rank 0] piece of 3",
                "[rank 1] piece of 2",
            ]
        said = _cell(client, "run_mpi(f, Mesh(dp=2), shard(X, axis=0), True)")
        assert "TypeError" in said and "raised on rank 1 of Mesh(dp=2)" in said
        assert "line 3, in f\n    if bad and dev.rank == 1: x = x / Piece" in said
        said = _cell(client, "run_mpi(lambda dev: dev.all_reduce(X[dev.rank :]), Mesh(a=2))")
        assert "rank 1: all_reduce(float64 (4,), op='sum')" in said
        assert said.count("line 1 in <lambda>: run_mpi(lambda dev:") == 2


PROGRAM = """
import sys
import numpy as np
from shardlab import Mesh, run, shard
from shardlab.ranks import {engine}

def f(dev, x):
    print("here is", dev.rank)
    if "fail" in sys.argv and dev.rank == 1:
        raise RuntimeError("out of luck")
    dev.memory["x"] = x
    total = dev["tp"].all_reduce(x[:, :1])
    dev.send(total, 1 - dev.rank)
    return dev.recv(1 - dev.rank, like=total)

def g(dev, x):
    return dev.all_gather(x, axis=1)

X = np.arange(21.0).reshape(3, 7)
for fn in (f, g):
    arguments = fn, Mesh(tp=2), shard(X, axis=1)
    one, other = {engine}(*arguments), run(*arguments)
    assert all(np.array_equal(a, b) for a, b in zip(one.outputs, other.outputs, strict=True))
    assert np.array_equal(one.traffic.bytes_between, other.traffic.bytes_between)
    assert one.traffic.steps == other.traffic.steps
    assert one.memory.history == other.memory.history
sys.stdout.write(f"all {{len(one.outputs)}} agree\\n")
"""
LAUNCHERS = {
    "run_mpi": ["mpiexec", "-n", "{n}", sys.executable, "-m", "mpi4py"],
    "run_torch": ["torchrun", "--standalone", "--nproc-per-node", "{n}"],
}


def _start(folder, engine, n, *arguments, launcher=None):
    program = folder / "program.py"
    program.write_text(PROGRAM.format(engine=engine))
    command, *options = [part.format(n=n) for part in LAUNCHERS[launcher or engine]]
    command = BIN / command if (BIN / command).exists() else command
    return subprocess.run(
        [command, *options, program, *arguments],
        capture_output=True,
        text=True,
        timeout=100,
        env=os.environ | {"OMP_NUM_THREADS": "1"},
    )


@pytest.mark.parametrize("engine", LAUNCHERS)
def test_a_program_that_a_launcher_started_is_one_of_the_ranks(engine, tmp_path, need):
    need(engine)
    done = _start(tmp_path, engine, 2)
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("all 2 agree\n") == 2
    # once by the rank itself, and once by `run` in each of the two processes
    assert done.stdout.count("[rank 1] here is 1\n") == 3


def test_a_rank_that_fails_ends_a_program_of_mpiexec(tmp_path, need):
    need("run_mpi")
    done = _start(tmp_path, "run_mpi", 2, "fail")
    assert done.returncode != 0
    assert "out of luck" in done.stderr and "raised on rank 1 of Mesh(tp=2)" in done.stderr


@pytest.mark.parametrize(
    ("engine", "launcher", "words"),
    [
        ("run_mpi", "run_torch", "torchrun started this program; start it by mpiexec"),
        ("run_torch", "run_mpi", "mpiexec started this program; start it by torchrun"),
    ],
)
def test_each_engine_has_its_launcher(engine, launcher, words, tmp_path, need):
    need(engine)
    need(launcher)
    done = _start(tmp_path, engine, 2, launcher=launcher)
    assert done.returncode != 0
    assert f"{engine}: {words}" in done.stdout + done.stderr


def test_as_many_ranks_as_the_mesh_has(tmp_path, need):
    need("run_mpi")
    done = _start(tmp_path, "run_mpi", 3)
    assert done.returncode != 0
    assert "this program runs on 3 ranks, but Mesh(tp=2) has 2 devices" in done.stderr


@pytest.mark.parametrize(
    "engine, package, remedy",
    [
        (run_mpi, "mpi4py", "pip install -e '.[mpi]'"),
        (run_mpi, "cloudpickle", "pip install -e '.[mpi]'"),
        (run_torch, "torch", "pip install -e '.[torch]'"),
    ],
)
def test_a_missing_package_is_named_with_the_remedy(engine, package, remedy, monkeypatch):
    def find_spec(name):
        return None if name == package else True

    monkeypatch.setattr(ranks, "find_spec", find_spec)
    with pytest.raises(ShardError, match=f"^{engine.__name__} needs {package}: ") as caught:
        engine(lambda dev: None, Mesh(tp=2))
    assert remedy in str(caught.value)


def test_a_missing_mpiexec_is_named_with_the_remedy(monkeypatch, need):
    need("run_mpi")
    monkeypatch.setattr(ranks.shutil, "which", lambda *args, **options: None)
    with pytest.raises(ShardError, match="run_mpi needs mpiexec: pip install"):
        run_mpi(lambda dev: None, Mesh(tp=2))


def test_what_cannot_be_sent_to_an_mpi_rank_is_named(need):
    need("run_mpi")
    lock = threading.Lock()

    def closes_over_a_lock(dev):
        return lock.locked()

    with pytest.raises(ShardError, match="closes_over_a_lock can't be sent to another process"):
        run_mpi(closes_over_a_lock, Mesh(tp=2))


def test_importing_shardlab_loads_no_real_ranks():
    loaded = subprocess.run(
        [sys.executable, "-c", "import sys, shardlab.ranks; print(*sys.modules)"],
        capture_output=True,
        text=True,
        check=True,
    ).stdout.split()
    assert "shardlab.ranks" in loaded
    assert not {"mpi4py", "torch", "cloudpickle"}.intersection(loaded)
