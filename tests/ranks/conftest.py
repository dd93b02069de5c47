"""Three engines for one function: emulated devices, MPI ranks, torch.distributed ranks."""

import shutil
import sys
from importlib.util import find_spec
from pathlib import Path

import cloudpickle
import pytest

from shardlab import run
from shardlab.ranks import run_mpi, run_torch

NEEDS = {"run_mpi": ("mpi4py", "cloudpickle"), "run_torch": ("torch", "cloudpickle")}


def need(name):
    """Skip, and say so, where an engine's packages are missing."""
    missing = [package for package in NEEDS.get(name, ()) if find_spec(package) is None]
    if missing:
        pytest.skip(f"{name} needs {', '.join(missing)}")
    beside = Path(sys.executable).parent
    if name == "run_mpi" and not (shutil.which("mpiexec", path=beside) or shutil.which("mpiexec")):
        pytest.skip("run_mpi needs mpiexec")


def _engine(request):
    need(request.param.__name__)
    # the functions of a test module travel whole: no other process can import the module
    cloudpickle.register_pickle_by_value(request.module)
    return request.param


@pytest.fixture(params=[run, run_mpi, run_torch], ids=lambda engine: engine.__name__)
def engine(request):
    return _engine(request)


@pytest.fixture(params=[run_mpi, run_torch], ids=lambda engine: engine.__name__)
def real(request):
    return _engine(request)
