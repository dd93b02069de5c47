"""What goes wrong on real ranks is told in the words of the emulator, and leaves no process."""

import os
import signal
import subprocess
import sys
import threading

import numpy as np
import psutil
import pytest

from shardlab import Mesh, run
from shardlab.errors import CollectiveMismatch, Deadlock, OutOfMemory, ShardError, TimedOut
from shardlab.hardware import V100

PAIR = Mesh(tp=2)


def different_collectives(dev):
    if dev.rank == 1:
        return dev["tp"].all_gather(np.ones((2, 3)), axis=0)
    return dev["tp"].all_reduce(np.ones((2, 3)))


def different_shapes(dev):
    return dev.all_reduce(np.ones((2, 3 + dev.rank // 2)))


def wrong_like(dev):
    if dev.rank == 0:
        dev["tp"].send(np.ones((2, 2)), 1)
    else:
        dev.recv(0, like=np.ones(3))


def unread(dev):
    dev.send(np.ones(3), 1 - dev.rank)
    dev.send(np.ones(99_999), 1 - dev.rank)


def too_large(dev):
    dev.memory.reserve("W", 33e9 * dev.rank)
    dev.barrier()


def same_error(engine, fn, mesh, kind):
    with pytest.raises(kind) as emulated:
        run(fn, mesh, hardware=V100)
    with pytest.raises(kind) as caught:
        engine(fn, mesh, hardware=V100)
    assert str(caught.value) == str(emulated.value)
    assert type(caught.value) is kind


def test_different_collectives_are_told_as_by_the_emulator(real):
    same_error(real, different_collectives, PAIR, CollectiveMismatch)


def odd_one_out(dev):
    if dev.rank == 2:
        return dev.all_gather(np.ones((2, 3)), axis=0)
    return dev.all_reduce(np.ones((2, 3)))


def test_a_mismatch_shows_the_line_of_the_odd_one_out(real):
    with pytest.raises(CollectiveMismatch, match="rank 2 is the odd one out") as caught:
        real(odd_one_out, Mesh(tp=3))
    (note,) = caught.value.__notes__
    assert "return dev.all_gather(np.ones((2, 3)), axis=0)" in note


def desperate(dev):
    while True:
        try:
            return dev.all_reduce(np.ones(2 + dev.rank))
        except BaseException:
            pass


def test_a_loop_that_catches_every_error_ends(real):
    same_error(real, desperate, PAIR, CollectiveMismatch)


def test_unread_messages_are_told_as_by_the_emulator(real):
    same_error(real, unread, PAIR, ShardError)


def test_other_errors_are_those_of_the_emulator(quick):
    same_error(quick, different_shapes, Mesh(tp=3), CollectiveMismatch)
    same_error(quick, wrong_like, PAIR, ShardError)
    same_error(quick, too_large, PAIR, OutOfMemory)


# long before the time-out, as the emulator proves that none can go on


def returns_early(dev):
    if dev.rank != 1:
        dev.all_reduce(np.ones(2))


def in_a_circle(dev):
    dev.recv((dev.rank + 1) % 2, like=np.ones(2))


def test_ranks_that_wait_for_one_that_returned_are_ended(real):
    same_error(real, returns_early, PAIR, Deadlock)


def test_ranks_that_wait_in_a_circle_are_ended(quick):
    same_error(quick, in_a_circle, PAIR, Deadlock)


def stays(dev, folder, launching):
    """Rank 0 waits, and may interrupt the launching process before; rank 1 computes for ever."""
    (folder / str(os.getpid())).touch()
    dev.barrier()
    if dev.rank == 0 and launching:
        os.kill(launching, signal.SIGINT)
    if dev.rank == 1:
        while True:
            pass
    dev.all_reduce(np.ones((4, 5)))


def running(folder):
    """Those of the ranks that are still there."""
    pids = [int(path.name) for path in folder.iterdir()]
    assert len(pids) == 2
    return [
        pid
        for pid in pids
        if psutil.pid_exists(pid) and psutil.Process(pid).status() != psutil.STATUS_ZOMBIE
    ]


def test_a_rank_that_computes_for_ever_is_told_from_those_that_wait(real, tmp_path):
    with pytest.raises(TimedOut) as caught:
        real(stays, PAIR, tmp_path, None, timeout=4)
    first, *rows, last = str(caught.value).splitlines()
    assert "after 4 seconds" in first and "timeout=" in last
    assert "rank 0: all_reduce(float64 (4, 5), op='sum')" in rows[0]
    assert "in stays: dev.all_reduce(np.ones((4, 5)))" in rows[0]
    assert "rank 1: runs, after barrier " in rows[1]
    assert running(tmp_path) == []


def test_an_interrupt_leaves_no_process(real, tmp_path):
    with pytest.raises(KeyboardInterrupt):
        real(stays, PAIR, tmp_path, os.getpid())
    assert running(tmp_path) == []


PROGRAM = """
import os, pathlib, sys
from shardlab import Mesh, ranks

FOLDER = sys.argv[2]

def fn(dev):
    pathlib.Path(FOLDER, str(os.getpid())).touch()
    while dev.rank == 1:
        pass
    dev.barrier()

getattr(ranks, sys.argv[1])(fn, Mesh(tp=2))
"""


def test_ranks_end_with_a_launching_process_that_is_killed(real, tmp_path, wait_until):
    """As a kernel is, when it is restarted."""
    (tmp_path / "pids").mkdir()
    (tmp_path / "program.py").write_text(PROGRAM)
    command = [sys.executable, "program.py", real.__name__, str(tmp_path / "pids")]
    launching = subprocess.Popen(command, cwd=tmp_path)
    try:
        wait_until(lambda: len(list((tmp_path / "pids").iterdir())) == 2)
    finally:
        launching.kill()
        launching.wait()
    wait_until(lambda: running(tmp_path / "pids") == [])


class Unlucky(Exception):
    """Pickle can't take it along, whatever others have taught it (Dask does, once imported)."""

    def __init__(self, first, second):
        super().__init__(f"{first} and {second}")
        self.lock = threading.Lock()


def dies(dev, how):
    if dev.rank == 1:
        match how:
            case "raises":
                return {}["no such key"]
            case "unlucky":
                raise Unlucky("this", "that")
            case "leaves":
                sys.exit(4)
            case "exits":
                os._exit(3)
            case "exits as if all were well":
                os._exit(0)
            case "killed":
                os.kill(os.getpid(), signal.SIGKILL)
    dev.barrier()


def death(engine, how, kind):
    """(what the error says, its notes)"""
    with pytest.raises(kind) as caught:
        engine(dies, PAIR, how)
    return str(caught.value), "\n".join(getattr(caught.value, "__notes__", []))


def test_what_a_rank_raises_is_raised_with_its_lines(real):
    words, notes = death(real, "raises", KeyError)
    assert "no such key" in words and "raised on rank 1 of Mesh(tp=2)" in notes
    assert "test_failures.py" in notes and "in dies" in notes and "lib/shardlab/" not in notes


def test_a_rank_whose_process_dies_is_named(real):
    words, _ = death(real, "exits", ShardError)
    assert words == "The process of rank 1 ended without returning (exit code 3)."
    words, _ = death(real, "exits as if all were well", ShardError)
    assert words == "The process of rank 1 ended without returning (exit code 0)."


def test_other_ends_of_a_rank_are_told(quick):
    words, _ = death(quick, "killed", ShardError)
    assert words == "The process of rank 1 ended without returning (SIGKILL)."
    words, notes = death(quick, "unlucky", ShardError)
    assert words == "Rank 1 raised Unlucky: this and that" and "in dies" in notes
    words, notes = death(quick, "leaves", ShardError)
    assert words == "Rank 1 raised SystemExit: 4" and "in dies" in notes


def only_locks(dev):
    return threading.Lock()


def test_what_cannot_travel_is_named(quick):
    with pytest.raises(ShardError, match=r"What rank \d returned, lock, can't leave its process"):
        quick(only_locks, PAIR)


def nothing(dev):
    return None


def starts_ranks(dev, engine):
    return engine(nothing, PAIR)


def test_ranks_start_no_ranks(quick):
    with pytest.raises(ShardError, match="can't start ranks of their own"):
        quick(starts_ranks, PAIR, quick)


@pytest.mark.parametrize("timeout", [0, -1, float("inf"), "60", None, True])
def test_a_timeout_is_a_number_of_seconds(real, timeout):
    with pytest.raises(ShardError, match="timeout is a number of seconds above 0"):
        real(nothing, PAIR, timeout=timeout)
