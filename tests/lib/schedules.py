"""Published pipeline schedules, as data: D stages, M micro-batches.

The library holds none of them: a student writes the first two.
"""

from shardlab.pipeline import B, F, W


def gpipe(D, M):
    """All forward passes, then all backward ones (arXiv 1811.06965)."""
    return [[F(i) for i in range(M)] + [B(i) for i in range(M)] for _ in range(D)]


def one_f_one_b(D, M):
    """1F1B with a flush: stage s is D − s forward passes ahead (arXiv 2104.04473)."""
    return [_one_by_one(M, ahead=D - stage) for stage in range(D)]


def interleaved(D, M, v):
    """1F1B over v chunks a stage; D divides M (arXiv 2104.04473, section 2.2).

    Micro-batches go in groups of D: a stage takes a group through its first chunk, then through
    the next. Stage s is 2(D − s − 1) + (v − 1)·D forward passes ahead of its first backward pass.
    """
    if M % D:
        raise ValueError(f"interleaved: D = {D} must divide M = {M}")
    turns = [(group + i, chunk) for group in range(0, M, D) for chunk in range(v) for i in range(D)]
    forward = [F(i, chunk) for i, chunk in turns]
    backward = [B(i, v - 1 - chunk) for i, chunk in turns]
    schedule = []
    for stage in range(D):
        ahead = M * v if M == D else min(M * v, 2 * (D - stage - 1) + (v - 1) * D)
        steady = [op for pair in zip(forward[ahead:], backward, strict=False) for op in pair]
        schedule.append(forward[:ahead] + steady + backward[M * v - ahead :])
    return schedule


def zb_h1(D, M):
    """The memory of 1F1B, a third of its bubble: stage s does W(i) after B(i + s).

    arXiv 2401.10241, section 2.1.
    """
    return [_one_by_one(M, ahead=D - stage, late=stage) for stage in range(D)]


def zb_h2(D, M):
    """No bubble, for twice the memory: more forward passes ahead, W(i) after B(i + 2s).

    arXiv 2401.10241, section 2.2.
    """
    return [_one_by_one(M, ahead=2 * (D - stage) - 1, late=2 * stage) for stage in range(D)]


def _one_by_one(M, ahead, late=None):
    """`ahead` forward passes, then a backward and a forward one by turns, then what is left.

    With `late`, each backward pass is split, and W is so many of them behind B.
    """
    operations = [F(i) for i in range(min(M, ahead))]
    for i in range(M):
        operations.append(B(i))
        if late is not None and i >= late:
            operations.append(W(i - late))
        if i + ahead < M:
            operations.append(F(i + ahead))
    if late is not None:
        operations += [W(i) for i in range(max(0, M - late), M)]
    return operations
