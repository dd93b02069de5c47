"""Pipelines of D stages and M micro-batches that claims and cards are about, executed."""

from shardlab.pipeline import F, simulate

from ..lib import schedules


def fill(D, M, **times):
    """Forward passes alone."""
    return simulate([[F(i) for i in range(M)]] * D, **times)


def gpipe(D, M, **times):
    return simulate(schedules.gpipe(D, M), **times)


def turns(D, M, **times):
    """1F1B."""
    return simulate(schedules.one_f_one_b(D, M), **times)
