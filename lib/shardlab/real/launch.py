"""Starts the processes of a job's ranks, by mpiexec or by forking, and ends them."""

import linecache
import multiprocessing
import os
import pickle
import signal
import subprocess
import sys
import time
import warnings
from contextlib import suppress
from pathlib import Path

from shardlab.real import worker
from shardlab.real.parcel import packed

# what an MPI around this program tells it, and must not tell the ranks of another
_OF_MPI = ("PMI", "OMPI_", "PRTE_", "HYDRA_", "HYDI_", "MPIR_", "MV2_", "MPI_LOCAL")


class MPIRanks:
    """Ranks that mpiexec starts. Like ForkedRanks it has

    exits      rank -> (when, exit code), for those that ended otherwise than they should
    over()     have all ended?
    end(ok)    end those that still run; if all is well, let them finish first
    """

    def __init__(self, folder, mpiexec, fn, mesh, hardware, timeout, pieces):
        self.folder, self.exits = folder, {}
        for rank, piece in enumerate(pieces):
            (folder / f"piece-{rank}").write_bytes(packed(piece, "an argument"))
        typed = {name: entry for name, entry in linecache.cache.items() if not Path(name).exists()}
        payload = {
            "path": sys.path,
            "sources": typed,  # cells of a notebook: so tracebacks show their lines
            "fn": packed(fn, getattr(fn, "__name__", "the function")),
            "launcher": os.getpid(),
            "mesh": mesh,
            "hardware": hardware,
            "timeout": timeout,
        }
        (folder / "payload").write_bytes(pickle.dumps(payload))
        environment = {k: v for k, v in os.environ.items() if not k.startswith(_OF_MPI)}
        environment |= {"HYDRA_LAUNCHER": "fork", "HYDRA_RMK": "user"}  # this machine only
        environment["PYTHONPATH"] = os.pathsep.join(
            [str(Path(__file__).parents[2]), *filter(None, [os.environ.get("PYTHONPATH")])]
        )
        one_thread = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
        worker = [sys.executable, "-m", "mpi4py", "-m", "shardlab.real.worker", str(folder)]
        with open(folder / "mpiexec", "wb") as said:
            self._mpiexec = subprocess.Popen(
                [mpiexec, "-n", str(mesh.size), *worker],
                env=one_thread | environment,
                stdin=subprocess.DEVNULL,
                stdout=said,
                stderr=subprocess.STDOUT,
                start_new_session=True,  # not interrupted together with this process
            )

    def over(self):
        over = self._mpiexec.poll() is not None  # first: then the files are all there
        for path in self.folder.glob("exit-*[0-9]"):
            self.exits.setdefault(int(path.name[5:]), pickle.loads(path.read_bytes()))
        return over

    def end(self, ok):
        for seconds in (2 if ok else 0, 2):
            with suppress(subprocess.TimeoutExpired):
                self._mpiexec.wait(seconds)
                break
            self._mpiexec.terminate()  # it ends its ranks
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self._mpiexec.pid, signal.SIGKILL)
        self._mpiexec.wait()
        for path in self.folder.glob("pid-*[0-9]"):
            with suppress(ProcessLookupError, PermissionError):
                os.kill(int(path.name[4:]), signal.SIGKILL)


class ForkedRanks:
    """Ranks forked from this process, so that the function and its arguments are there already."""

    def __init__(self, folder, connect, fn, mesh, hardware, timeout, pieces):
        self.folder, self.exits = folder, {}
        context = multiprocessing.get_context("fork")
        self._processes = []
        sys.stdout.flush()
        for rank, piece in enumerate(pieces):
            args = folder, rank, connect, fn, mesh, hardware, timeout, piece
            self._processes.append(context.Process(target=_forked, args=args, daemon=True))
        with warnings.catch_warnings():  # Python 3.12 warns where threads run, as in any notebook
            warnings.simplefilter("ignore", DeprecationWarning)
            try:
                for process in self._processes:
                    process.start()
            except BaseException:  # such as an interrupt
                self.end(ok=False)
                raise

    def over(self):
        codes = [process.exitcode for process in self._processes]
        for rank, code in enumerate(codes):
            if code is not None and not (self.folder / f"outcome-{rank}").exists():
                self.exits.setdefault(rank, (time.time(), code))
        return None not in codes

    def end(self, ok):
        for process in self._processes:
            if process.pid:
                process.join(2 if ok else 0)
                process.kill()
                process.join()


def _forked(folder, rank, connect, fn, mesh, hardware, timeout, piece):
    def joined():
        return connect(folder, rank)

    ok = worker.work(folder, rank, os.getppid(), joined, fn, mesh, hardware, timeout, piece)
    os._exit(0 if ok else 1)  # leaving alone what the parent has laid out for its own end
