"""What a device prints carries its rank, a line at a time."""

import sys

import pytest

from shardlab import Mesh, run


def printed(fn, capsys, n=3):
    run(fn, Mesh(tp=n))
    return capsys.readouterr().out.splitlines()


def test_each_line_carries_the_rank_that_printed_it(capsys):
    def fn(dev):
        print("one\ntwo")

    lines = printed(fn, capsys)
    assert lines == [f"[rank {rank}] {word}" for rank in range(3) for word in ("one", "two")]


def test_two_ranks_never_share_a_line(capsys):
    def fn(dev):
        print("begun", end=" ")
        dev.barrier()
        print("ended", end="" if dev.rank == 1 else "\n")

    assert sorted(printed(fn, capsys)) == [f"[rank {rank}] begun ended" for rank in range(3)]


def test_a_run_inside_a_run_says_both_ranks(capsys):
    lines = printed(lambda dev: run(lambda inner: print("in"), Mesh(tp=2)), capsys, n=2)
    assert lines == [f"[rank {i}] [rank {j}] in" for i in range(2) for j in range(2)]


def test_outside_a_run_prints_are_as_ever_also_after_a_failed_one(capsys):
    before = sys.stdout
    with pytest.raises(ZeroDivisionError):
        run(lambda dev: print("x") or 1 / 0, Mesh(tp=2))
    assert sys.stdout is before
    print("plain")
    assert capsys.readouterr().out == "[rank 0] x\nplain\n"


def test_the_stream_keeps_its_other_abilities():
    encoding = sys.stdout.encoding
    assert run(lambda dev: (sys.stdout.encoding, sys.stdout.flush()), Mesh(tp=1)).outputs == [
        (encoding, None)
    ]
