"""Pipelines: half a million operations, and whether twice as many take twice as long."""

from benchmarks.timing import Row, taking_turns
from shardlab.pipeline import simulate
from tests.lib.schedules import one_f_one_b

D, M = 64, 4096


def measure():
    whole, half = one_f_one_b(D, M), one_f_one_b(D, M // 2)
    best = taking_turns({M: lambda: simulate(whole), M // 2: lambda: simulate(half)}, rounds=3)
    operations = sum(map(len, whole))
    yield Row(f"simulate 1F1B, D={D}, M={M}: {operations:,} operations", best[M], "s", 2)
    yield Row(f"… over M={M // 2} (2: linear)", best[M] / best[M // 2], "×")
