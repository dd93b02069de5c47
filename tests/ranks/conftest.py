"""Three engines for one function: emulated devices, MPI ranks, torch.distributed ranks."""

import shutil
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from shardlab import run
from shardlab.ranks import run_mpi, run_torch

NEEDS = {"run_mpi": ("mpi4py", "cloudpickle"), "run_torch": ("torch", "cloudpickle")}


@pytest.fixture(name="need")
def need_fixture():
    return need


def need(name):
    """Skip, and say so, where an engine's packages are missing."""
    missing = [package for package in NEEDS.get(name, ()) if find_spec(package) is None]
    if missing:
        pytest.skip(f"{name} needs {', '.join(missing)}")
    beside = Path(sys.executable).parent
    if name == "run_mpi" and not (shutil.which("mpiexec", path=beside) or shutil.which("mpiexec")):
        pytest.skip("run_mpi needs mpiexec")


def _engine(request, engine):
    need(engine.__name__)
    if engine is not run:
        import cloudpickle

        # the functions of a test module travel whole: no other process can import the module
        cloudpickle.register_pickle_by_value(request.module)
    return engine


@pytest.fixture(params=[run, run_mpi, run_torch], ids=lambda engine: engine.__name__)
def engine(request):
    return _engine(request, request.param)


@pytest.fixture(params=[run_mpi, run_torch], ids=lambda engine: engine.__name__)
def real(request):
    return _engine(request, request.param)


@pytest.fixture
def quick(request):
    """The real engine that starts faster: for what both do in the same code."""
    return _engine(request, run_torch)
