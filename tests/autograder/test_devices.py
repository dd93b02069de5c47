"""A student's function on emulated devices: the emulator on one side, the function on the other."""

import pytest

from autograder.judgement import Limits

from .sheets import QUICK, answered, check, given, graded, sheet, solution

SETUP = """
import numpy as np
from shardlab import Mesh, run, shard
from shardlab.errors import CollectiveMismatch, Deadlock, ShardError
rng = np.random.default_rng(5)
X = rng.normal(size=(4, 7))
"""
RING = """
def f(dev, x):
    left, right = (dev.rank - 1) % dev.size, (dev.rank + 1) % dev.size
    total = part = x
    for _ in range(dev.size - 1):
        dev.send(part, right)
        part = dev.recv(left, like=x)
        total = total + part
    return total
"""
SUM = """
r = run(f, Mesh(tp=4), shard(X, axis=0))
for out in r.outputs:
    assert np.allclose(out, X.sum(0)), 'each device should have the sum'
"""


def outcome(answer, test, limits=QUICK):
    master = sheet(given(SETUP), solution("f", RING), check("f", test))
    judgement = graded(master, answered(master, f=answer), limits)
    assert judgement.failure is None, judgement.failure
    (verdict,) = judgement.cells
    return verdict.score, verdict.reason


def test_a_ring_on_four_devices_is_counted_on_the_trusted_side():
    count = SUM + "assert r.traffic.steps == 3 and r.traffic.bytes_sent[0] == 3 * 7 * 8"
    assert outcome(RING, count) == (1.0, "")


@pytest.mark.parametrize(
    "call",
    [
        "dev.all_reduce(x)",
        "dev['tp'].all_reduce(x, op='sum')",
        "dev.reduce_scatter(np.stack([x] * 4), axis=0)[0] * 0 + dev.all_reduce(x)",
        "dev.all_gather(x, axis=0).reshape(4, 1, 7).sum(0)",
        "sum(dev.all_to_all([x] * 4))",
        "dev.broadcast(dev.reduce(x, dst=0), src=0)",
        "dev.scatter([sum(g)] * 4 if (g := dev.gather(x, dst=2)) else None, src=2)",
    ],
)
def test_every_collective_is_there(call):
    assert outcome(f"def f(dev, x):\n    dev.barrier()\n    return {call}", SUM) == (1.0, "")


def test_what_a_device_knows_is_there():
    answer = """
def f(dev, x):
    dev.memory["x"] = x
    dev.compute(flops=1e6)
    dev.matmul(x, x.T)
    assert dev.memory.nbytes == x.nbytes and dev["dp"].size == 2
    print("hello from", dev.rank)
    return dev.rank, dev.size, dev.coordinates, repr(dev), dev.mesh
"""
    test = """
r = run(f, Mesh(dp=2, tp=2), X)
rank, size, where, shown, mesh = r.outputs[3]
assert (rank, size, where) == (3, 4, {"dp": 1, "tp": 1})
assert shown == "device 3 of Mesh(dp=2, tp=2)"
assert r.memory.peak_bytes[0] == X.nbytes
"""
    score, reason = outcome(answer, test)
    assert score == 0 and "f returned a Mesh" in reason  # a mesh is the exercise's to make
    answer = answer.replace(", dev.mesh", "").replace("repr(dev)", "repr(dev), None")
    assert outcome(answer, test) == (1.0, "")


def test_data_passed_through_a_global_is_not_there_and_the_reason_is_told():
    answer = "box = {}\n\ndef f(dev, x):\n    box[dev.rank] = x\n    dev.barrier()\n"
    answer += "    return sum(box[i] for i in range(dev.size))"
    score, reason = outcome(answer, SUM)
    assert score == 0 and "changed `box`, which the function takes from outside" in reason


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ("return dev.recv((dev.rank + 1) % dev.size, like=x)", "Deadlock"),
        ("return dev.all_reduce(x) if dev.rank else x", "rank 0"),
        ("return dev.all_reduce(x[:, : 3 + dev.rank])", "CollectiveMismatch"),
        ("dev.send(x, 9)", "there is no rank 9"),
        ("return dev._engine", "f returned"),
        ("return dev.all_reduce('x')", "NumPy array"),
        ("return 1 / (dev.rank - 2)", "ZeroDivisionError"),
        ("import os; os._exit(3)", "The process of a device ended without returning"),
        ("while True: pass", "did not end within"),
        ("dev.all_reduce(x)\n    return x", "each device should have the sum"),
    ],
)
def test_what_goes_wrong_on_devices_is_told(body, words):
    score, reason = outcome(f"def f(dev, x):\n    {body}", SUM)
    assert score == 0 and words in reason


def test_an_error_names_the_students_line():
    body = "def f(dev, x):\n    y = 1\n    return dev.recv(0, like=x)"
    assert "cell f" in outcome(body, SUM)[1] and "line 3" in outcome(body, SUM)[1]


CHEATS = [
    "dev._engine._ask(('send', (), (x, 1), None))",
    "dev._engine._ask(('meet', (), (x, ('all_reduce', 'sum')), ('a', 1, 'b')))",
    "dev._engine._ask(('meet', (), (None, ('all_reduce',)), ('a', 1, 'b')))",
    "dev._engine._ask(('meet', (), (x, ('__init__',)), None))",
    "dev._engine._ask(('result', (), (), None))",
    "dev._engine._ask(('hold', (), ('x', -10**9), None))",
    "dev._engine._ask(('compute', (), (-1.0, 'x'), None))",
]


@pytest.mark.parametrize("cheat", CHEATS)
def test_traffic_is_counted_where_a_student_cannot_reach_it(cheat):
    answer = f"def f(dev, x):\n    try:\n        {cheat}\n    except BaseException: pass\n"
    answer += "    return np.full(7, 0.0)"
    test = "r = run(f, Mesh(tp=2), X)\nassert r.traffic.calls == {} or r.traffic.bytes_sent[0] > 0"
    test += "\nassert np.allclose(r.outputs[0], X.sum(0))"
    assert outcome(answer, test)[0] == 0


def test_devices_do_not_share_what_the_students_cell_made():
    answer = "seen = []\n\ndef f(dev, x):\n    return dev.all_reduce(x)\n"
    assert outcome(answer, SUM) == (1.0, "")


def test_a_function_of_the_test_may_call_several_of_the_students_on_one_device():
    test = """
def both(dev, x):
    return f(dev, x) + f(dev["tp"], x)

r = run(both, Mesh(tp=4), shard(X, axis=0))
assert np.allclose(r.outputs[1], 2 * X.sum(0)) and r.traffic.calls["all_reduce"] == 2
"""
    assert outcome("def f(dev, x):\n    return dev.all_reduce(x)", test) == (1.0, "")


def test_isolation_asked_for_is_there_anyway():
    test = SUM.replace("axis=0))", "axis=0), isolate=True)")
    assert outcome(RING, test) == (1.0, "")


def test_devices_end_with_their_run():
    test = "for _ in range(40):\n    r = run(f, Mesh(tp=4), shard(X, axis=0))"
    assert outcome(RING, test, Limits(cell_seconds=20.0)) == (1.0, "")
