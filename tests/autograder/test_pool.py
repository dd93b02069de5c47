"""Workers: every job comes to one judgement, whatever becomes of who judges it."""

import contextlib
import logging
import threading
from concurrent.futures import Future, ProcessPoolExecutor

import pytest

from autograder import pool
from autograder.course import Mistake
from autograder.judgement import Job, Judgement

from . import quick

EMPTY = '{"cells": [], "metadata": {}}'


def jobs(number, text=EMPTY):
    return [(n, Job(EMPTY, text.encode())) for n in range(number)]


def test_every_job_comes_to_its_own_judgement():
    def judge(job):
        return Judgement(remarks=[job.submitted.decode()])

    given = [(n, Job(EMPTY, f"{n}".encode())) for n in range(20)]
    for number in (1, 3):
        with pool.threads(number) as workers:
            found = dict(pool.judged(given, judge, *workers))
        assert {n: one.remarks for n, one in found.items()} == {n: [f"{n}"] for n in range(20)}


def test_what_is_no_job_comes_back_as_it_is():
    failed = Judgement(failure="no notebook")
    given = [("ana", failed), ("ben", None), *jobs(1)]
    with pool.threads(1) as workers:
        found = dict(pool.judged(given, lambda job: Judgement(), *workers))
    assert found["ana"] is failed and found["ben"] is None and len(found) == 3


def test_few_jobs_are_under_way_at_a_time():
    asked = done = 0
    most = []

    def given():
        nonlocal asked
        for one in jobs(50):
            asked += 1
            most.append(asked - done)
            yield one

    with pool.threads(2) as workers:
        for _ in pool.judged(given(), lambda job: Judgement(), *workers):
            done += 1
    assert asked == done == 50 and max(most) <= 4


class Deaf:
    """An executor whose worker ends each time, `times` times over."""

    def __init__(self, times):
        self.times = times

    def submit(self, judge, job):
        future = Future()
        self.times -= 1
        if self.times > 0 and self.times % 2:
            raise RuntimeError("there is no worker")
        if self.times >= 0:
            future.set_exception(EOFError("worker gone"))
        else:
            future.set_result(judge(job))
        return future


def test_a_job_whose_worker_ends_is_tried_again_then_given_up_for_now():
    ((_, one),) = pool.judged(jobs(1), lambda job: Judgement(), Deaf(2), 1)
    assert one.failure is None
    ((_, one),) = pool.judged(jobs(1), lambda job: Judgement(), Deaf(9), 1)
    assert one.passing and "3 times over (EOFError: worker gone)" in one.failure


def test_killed_processes_take_nobody_elses_judgement():
    """One submission ends whoever judges it; each worker is replaced, the others are graded."""

    class Replaced:
        def __init__(self):
            self.executor = ProcessPoolExecutor(1)

        def submit(self, *what):
            with contextlib.suppress(Exception):
                return self.executor.submit(*what)
            self.executor.shutdown(wait=False)
            self.executor = ProcessPoolExecutor(1)
            return self.executor.submit(*what)

    cell = '{"cell_type": "code", "source": "SECRET_EXIT", "metadata": {"nbgrader": '
    cell += '{"grade_id": "a", "solution": true}}}'
    deadly = f'{{"cells": [{cell}], "metadata": {{}}}}'
    given = [*jobs(3), ("deadly", Job(deadly, deadly.encode())), *((n + 3, j) for n, j in jobs(3))]
    executor = Replaced()
    found = dict(pool.judged(given, quick.judge, executor, 1))
    executor.executor.shutdown()
    assert found.pop("deadly").passing
    assert len(found) == 6 and all(one.failure is None for one in found.values())


@pytest.fixture(scope="module")
def dask():
    """A cluster of two processes on this machine."""
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(
        n_workers=2,
        processes=True,
        threads_per_worker=1,
        dashboard_address=None,
        host="127.0.0.1",
        silence_logs=logging.CRITICAL,
    ) as cluster:
        yield cluster


def test_a_dask_cluster_judges_the_same(dask):
    with pool.cluster(dask.scheduler_address) as workers:
        found = dict(pool.judged(jobs(30), quick.judge, *workers))
    with pool.threads(1) as workers:
        assert found == dict(pool.judged(jobs(30), quick.judge, *workers))


def test_a_worker_of_the_cluster_that_is_killed_costs_nobody_a_judgement(dask):
    import os
    import signal

    victim = next(iter(dask.workers.values())).process.pid
    timer = threading.Timer(0.3, os.kill, [victim, signal.SIGKILL])
    timer.start()
    with pool.cluster(dask.scheduler_address) as workers:
        found = dict(pool.judged(jobs(40), _slowly, *workers))
    timer.join()
    assert len(found) == 40 and all(one.failure is None for one in found.values())


def _slowly(job):
    import time

    time.sleep(0.02)
    return Judgement()


def test_a_scheduler_that_does_not_answer_is_one_sentence(monkeypatch):
    pytest.importorskip("distributed")
    monkeypatch.setattr(pool, "PATIENCE", "1s")
    for address in ("tcp://127.0.0.1:9", "nonsense://x"):
        with pytest.raises(Mistake, match="no Dask scheduler answers at") as caught:
            with pool.cluster(address):
                pass
        assert "\n" not in str(caught.value)


def test_a_cluster_without_dask_names_the_extra(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "distributed", None)
    with pytest.raises(Mistake, match=r"pip install 'shardlab\[dask\]'"), pool.cluster("x"):
        pass
