"""The same function on real ranks: processes that send each other messages by MPI or by torch.

run_mpi(fn, mesh, *args)      mpiexec starts the ranks; needs mpi4py, mpich and cloudpickle
run_torch(fn, mesh, *args)    forked ranks and torch.distributed's gloo; needs torch and cloudpickle

A program that mpiexec or torchrun has started is itself one rank of several: there both run fn in
this process and start nothing. Every process then gets the whole result.
"""

import os
import shutil
import sys
import tempfile
from importlib.util import find_spec
from numbers import Real
from pathlib import Path

from shardlab.arguments import by_device, check
from shardlab.errors import ShardError
from shardlab.hardware import ROUND
from shardlab.prints import prefixed
from shardlab.real import engine as real
from shardlab.real import launch, logbook, watch, worker
from shardlab.tracebacks import without_library

_SIZE_OF_MPI = ("PMI_SIZE", "OMPI_COMM_WORLD_SIZE", "MV2_COMM_WORLD_SIZE")
_RANK_OF_MPI = ("PMI_RANK", "PMIX_RANK", "OMPI_COMM_WORLD_RANK", "MV2_COMM_WORLD_RANK")


def run_mpi(fn, mesh, *args, hardware=ROUND, algorithm="ring", timeout=60):
    """`run`, with each device an MPI rank: the same arguments, the same `Result`.

    The outputs are what the ranks computed; sums may differ from `run`'s in the last bits, as MPI
    adds in another order. Traffic, memory and timeline are accounted as in `run`, from what each
    rank asked for. Each rank is a process, started by mpiexec, to which fn and its arguments are
    copied: globals that fn changes there stay as they are here.

    timeout     seconds after which the ranks are ended

    Raises what the first rank to fail raised, with the rank and its lines as a note;
    CollectiveMismatch and Deadlock as `run` does; TimedOut after `timeout` seconds, with what each
    rank does or waits in; ShardError where a package is missing, or fn or an argument can't be
    sent to a process.
    """
    __tracebackhide__ = True
    check("run_mpi", fn, mesh, args, hardware, algorithm)
    _check_call("run_mpi", timeout)
    _need("run_mpi", "pip install -e '.[mpi]'", "mpi4py", "cloudpickle")
    if "TORCHELASTIC_RUN_ID" in os.environ:
        raise ShardError(
            "run_mpi: torchrun started this program; start it by mpiexec, or call run_torch."
        )
    pieces = by_device(mesh, args)
    if any(name in os.environ for name in _RANK_OF_MPI) or "mpi4py.MPI" in sys.modules:
        from shardlab.real import mpi

        if mpi.ranks() > 1:
            _check_size("run_mpi", mpi.ranks(), mesh, f"mpiexec -n {mesh.size}")
            return _here(mpi.world(), fn, mesh, pieces, hardware, algorithm)
    mpiexec = _mpiexec()
    _check_fork("run_mpi", "mpiexec")

    def start(folder):
        return launch.MPIRanks(folder, mpiexec, fn, mesh, hardware, timeout, pieces)

    return _launched(start, mesh, hardware, algorithm, timeout)


def run_torch(fn, mesh, *args, hardware=ROUND, algorithm="ring", timeout=60):
    """`run`, with each device a rank of torch.distributed (gloo); otherwise as `run_mpi`.

    Each rank is a process forked from this one. fn uses NumPy arrays, as on all engines.
    """
    __tracebackhide__ = True
    check("run_torch", fn, mesh, args, hardware, algorithm)
    _check_call("run_torch", timeout)
    _need(
        "run_torch",
        "install torch's build for CPUs, which is smaller (pytorch.org says how), "
        "then pip install -e '.[torch]'",
        "torch",
        "cloudpickle",
    )
    from shardlab.real import gloo  # before the ranks fork: importing torch takes seconds

    pieces = by_device(mesh, args)
    if gloo.started():
        gloo.join_by_environment(timeout)
        _check_size("run_torch", gloo.ranks(), mesh, f"torchrun --nproc-per-node {mesh.size}")
        return _here(gloo.world(mesh), fn, mesh, pieces, hardware, algorithm)
    if any(os.environ.get(name, "1") != "1" for name in _SIZE_OF_MPI):
        raise ShardError(
            "run_torch: mpiexec started this program; start it by torchrun, or call run_mpi."
        )
    _check_fork("run_torch", "torchrun")

    def connect(folder, rank):
        gloo.join(folder, rank, mesh.size, timeout + worker.SPARE)
        return gloo.world(mesh)

    def start(folder):
        return launch.ForkedRanks(folder, connect, fn, mesh, hardware, timeout, pieces)

    return _launched(start, mesh, hardware, algorithm, timeout)


def _launched(start, mesh, hardware, algorithm, timeout):
    """The result of ranks that `start(folder)` starts."""
    __tracebackhide__ = True
    with tempfile.TemporaryDirectory(prefix="shardlab-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        try:
            outputs = watch.outputs(start(folder), folder, mesh, timeout)
            logs = [logbook.read(folder / f"log-{rank}").requests for rank in range(mesh.size)]
            return logbook.replay(mesh, logs, hardware, algorithm).result(outputs)
        except ShardError as error:  # it ends at the line that called the library
            raise error.with_traceback(without_library(error.__traceback__)) from None


def _here(world, fn, mesh, pieces, hardware, algorithm):
    """The result, where this process is one of the ranks."""
    __tracebackhide__ = True
    log = logbook.Log()
    engine = real.RealEngine(world, mesh, hardware, log)
    try:
        with prefixed(lambda: world.rank):
            output = engine.run(fn, pieces[world.rank])
    except Exception as error:
        if not isinstance(error, ShardError):
            error.add_note(f"raised on rank {world.rank} of {mesh}")
        raise
    outputs, logs = zip(*world.objects((output, log.requests)), strict=True)
    engine.close()
    return logbook.replay(mesh, logs, hardware, algorithm).result(list(outputs))


def _check_call(name, timeout):
    if worker.inside:
        raise ShardError(f"{name}: ranks can't start ranks of their own; use `run` in there.")
    number = isinstance(timeout, Real) and not isinstance(timeout, bool)
    if not number or not 0 < timeout <= 1e6:
        raise ShardError(
            f"{name}: timeout is a number of seconds above 0, at most a million; "
            f"it was {timeout!r}."
        )


def _check_fork(name, launcher):
    if not hasattr(os, "fork"):
        raise ShardError(
            f"{name}: this system can't fork a process; "
            f"start the program by {launcher}, or use Linux, macOS or WSL."
        )


def _check_size(name, ranks, mesh, command):
    if ranks != mesh.size:
        raise ShardError(
            f"{name}: this program runs on {ranks} ranks, but {mesh} has {mesh.size} devices; "
            f"start it by {command}, or take a mesh of {ranks}."
        )


def _need(name, install, *packages):
    missing = [package for package in packages if find_spec(package) is None]
    if missing:
        raise ShardError(f"{name} needs {' and '.join(missing)}: {install}.")


def _mpiexec():
    """The one of this environment, where the mpich wheel puts it; else the one on the PATH."""
    found = shutil.which("mpiexec", path=Path(sys.executable).parent) or shutil.which("mpiexec")
    if found is None:
        raise ShardError(
            "run_mpi needs mpiexec: pip install -e '.[mpi]', or install an MPI of your system."
        )
    return found
