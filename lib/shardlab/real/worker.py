"""The process of one rank: it runs the function, and leaves in the job's folder what came out.

    payload, piece-R     what to run, and the arguments of rank R (MPI alone: torch forks)
    log-R, stdout, stderr
                         what rank R asks for as it goes on; what all ranks print
    outcome-R            pickled (when, kind, value); kind is "output", "error" or "lost"
    pid-P, exit-R        MPI alone: the rank of process P; (when, exit code) without an outcome

`python -m shardlab.real.worker FOLDER` is what mpiexec starts.
"""

import faulthandler
import linecache
import os
import pickle
import signal
import sys
import threading
import time
from contextlib import redirect_stderr
from functools import partial
from pathlib import Path

from shardlab import processes
from shardlab.errors import ShardError
from shardlab.prints import Prefixed, prefixed
from shardlab.real import engine as real
from shardlab.real.logbook import Log

inside = False  # is this process a rank that `launch` started?
SPARE = 30  # seconds that a rank outlives its time-out, if nobody ends it before


def work(folder, rank, launcher, connect, fn, mesh, hardware, timeout, args):
    """Run fn as `rank`; `connect()` gives the communicator of all. Was there an output?

    `launcher` is the process that started the job, with which it ends.
    """
    global inside
    inside = True
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the launching process ends this one
    threading.Thread(target=_end_with, args=(launcher,), daemon=True).start()
    silence = open(os.devnull, "w")
    faulthandler.dump_traceback_later(timeout + SPARE, exit=True, file=silence)
    sys.stdout = open(folder / "stdout", "a", buffering=1, encoding="utf-8", errors="replace")
    errors = open(folder / "stderr", "a", buffering=1, encoding="utf-8", errors="replace")
    errors = Prefixed(errors, lambda: rank)
    try:
        with redirect_stderr(errors), prefixed(lambda: rank):
            log = Log(folder / f"log-{rank}")
            engine = real.RealEngine(connect(), mesh, hardware, log)
            engine.give_up = partial(_give_up, folder, rank)
            outcome = "output", engine.run(fn, args)
    except BaseException as error:
        outcome = _kind(error), _portable(error, rank)
    errors.end()
    _leave(folder, rank, *outcome)
    return outcome[0] == "output"


def _give_up(folder, rank, error):
    _leave(folder, rank, _kind(error), _portable(error, rank))
    os._exit(1)


def _kind(error):
    return "lost" if isinstance(error, real.Lost) else "error"


def _end_with(launcher):
    """A kernel that is restarted is killed, and ends nobody."""
    while True:
        time.sleep(1)
        try:
            os.kill(launcher, 0)
        except ProcessLookupError:
            os._exit(1)


def _leave(folder, rank, kind, value):
    import cloudpickle  # for what a learner's notebook defines

    when = time.time()
    try:
        outcome = cloudpickle.dumps((when, kind, value))
    except Exception as reason:
        problem = processes.returned(rank, value, reason)
        outcome = pickle.dumps((when, "error", problem))
    put(folder / f"outcome-{rank}", outcome)


def put(path, content):
    """Write a file that is there either whole or not at all."""
    part = path.with_name(f"{path.name}.part")
    part.write_bytes(content)
    part.rename(path)


def _portable(error, rank):
    """The error as the launching process can take it, also of a class from a notebook."""
    import cloudpickle

    return processes.portable(error, rank, cloudpickle.dumps)


# -- started by mpiexec --------------------------------------------------------------------------


def main(folder):
    """Fork, so that the death of a rank can be told; the child becomes the rank."""
    if pid := os.fork():
        code = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
        rank = folder / f"pid-{pid}"
        rank = rank.read_text() if rank.exists() else ""
        if rank and not (folder / f"outcome-{rank}").exists():
            put(folder / f"exit-{rank}", pickle.dumps((time.time(), code)))
            code = code or 1  # so that mpiexec ends the others
        os._exit(code if code >= 0 else 128 - code)
    pid = folder / f"pid-{os.getpid()}"
    put(pid, b"")  # to be ended, whatever comes
    from shardlab.real import mpi

    world = mpi.world()
    put(pid, str(world.rank).encode())
    job = pickle.loads((folder / "payload").read_bytes())
    sys.path[:] = job["path"]
    linecache.cache.update(job["sources"])

    def fn(dev):
        if world.size != dev.size:
            raise ShardError(
                "run_mpi: the ranks don't find each other, as mpi4py uses another MPI than "
                "mpiexec; install both from one place: pip install -e '.[mpi]'."
            )
        function, args = (
            _unpacked(job["fn"]),
            _unpacked((folder / f"piece-{dev.rank}").read_bytes()),
        )
        return function(dev, *args)

    rank, mesh = world.rank, job["mesh"]
    settings = mesh, job["hardware"], job["timeout"]
    if not work(folder, rank, job["launcher"], lambda: world, fn, *settings, ()):
        os._exit(1)  # mpiexec ends the others


def _unpacked(content):
    try:
        return pickle.loads(content)
    except (ImportError, AttributeError) as error:
        raise ShardError(
            f"run_mpi: a rank can't import what the function or an argument is made of ({error}); "
            "define it in the notebook or program itself, or in a module on sys.path."
        ) from None


if __name__ == "__main__":
    main(Path(sys.argv[1]))
