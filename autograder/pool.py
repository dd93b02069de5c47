"""Workers: jobs in, judgements out, through the interface of concurrent.futures.

By default threads of this process, each of which has warm processes of its own that judge; with
the address of a Dask scheduler, the workers of that cluster. Only a few jobs are under way at a
time, so a large class takes no more memory than a small one.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ThreadPoolExecutor, wait
from typing import TypeVar

from .course import Mistake
from .judgement import Job, Judgement

TRIES = 3  # a worker may be killed: by the machine, for want of memory, say
PATIENCE = "10s"  # with a scheduler that does not answer
Key = TypeVar("Key")


def cores() -> int:
    """How many this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@contextlib.contextmanager
def threads(number: int) -> Iterator[tuple[Executor, int]]:
    """That many threads of this process, and how many jobs to give them at once."""
    executor = ThreadPoolExecutor(number, thread_name_prefix="judge")
    try:
        yield executor, number + 1  # one is at hand when another is done
    finally:
        executor.shutdown(wait=False, cancel_futures=True)


@contextlib.contextmanager
def cluster(address: str) -> Iterator[tuple[Executor, int]]:
    """The workers of the Dask scheduler at `address`, and how many jobs to give them at once."""
    try:
        from distributed import Client
    except ImportError:
        raise Mistake("--scheduler needs Dask: pip install 'shardlab[dask]'.") from None
    try:
        client = Client(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError) as error:  # a time-out is an OSError
        reason = " ".join(str(error).split())
        raise Mistake(f"no Dask scheduler answers at {address}: {reason[:200]}.") from None
    with client:
        cores = sum(client.ncores().values())
        if not cores:
            raise Mistake(f"the Dask scheduler at {address} has no workers: start some.")
        executor = client.get_executor(pure=False)
        try:
            yield executor, 2 * cores
        finally:
            executor.shutdown(wait=False)  # that cancels what is left


def judged(
    jobs: Iterable[tuple[Key, Job | Judgement | None]],
    judge: Callable[[Job], Judgement],
    executor: Executor,
    at_once: int,
) -> Iterator[tuple[Key, Judgement | None]]:
    """Each job's judgement, as it is done; what is no Job comes back as it is.

    A job whose worker dies is given to another one. `jobs` is asked for the next one only when
    there is a place for it.
    """
    under_way: dict[Future, tuple[Key, Job, int]] = {}
    waiting = iter(jobs)
    more = True
    while more or under_way:
        while more and len(under_way) < at_once:
            one = next(waiting, None)
            if one is None:
                more = False
            elif not isinstance(one[1], Job):
                yield one
            else:
                under_way[_given(executor, judge, one[1])] = (*one, 1)
        done, _ = wait(under_way, return_when=FIRST_COMPLETED)
        for future in done:
            key, job, tried = under_way.pop(future)
            error = future.exception()
            if error is None:
                yield key, future.result()
            elif tried < TRIES:
                under_way[_given(executor, judge, job)] = (key, job, tried + 1)
            else:
                yield key, _given_up(error)


def _given(executor: Executor, judge: Callable[[Job], Judgement], job: Job) -> Future:
    try:
        return executor.submit(judge, job)
    except Exception as error:  # no worker is left; the others still get their verdict
        future: Future = Future()
        future.set_exception(error)
        return future


def _given_up(error: BaseException) -> Judgement:
    said = " ".join(f"{type(error).__name__}: {error}".split())[:200]
    reason = f"Whoever judged it ended {TRIES} times over ({said}): grade again."
    return Judgement(failure=reason, passing=True)
