"""What each collective computes, played once for a whole group.

`outcome` turns the arrays that the devices bring into the arrays that they take home. What it costs
to move them is a question of the algorithm: see `algorithms`.
"""

import numpy as np

REDUCTIONS = ("sum", "max", "min", "mean")
_EXTREMES = {"max": np.maximum, "min": np.minimum}


def outcome(calls):
    """What each device of a group takes home from `calls`, one a device: new arrays only."""
    return _OUTCOMES[calls[0].operation](calls)


def _reduced(calls):
    """Σ_i x_i, added in the order of the ranks so that a run is the same to the last bit."""
    op = calls[0].op
    total = np.array(calls[0].value)
    for call in calls[1:]:
        if op == "sum" or op == "mean":
            total += call.value
        else:
            _EXTREMES[op](total, call.value, out=total)
    if op == "mean":
        total /= len(calls)
    return total


def _all_reduce(calls):
    total = _reduced(calls)
    return [total, *(total.copy() for _ in calls[1:])]


def _reduce(calls):
    return _only(calls, _reduced(calls))


def _all_gather(calls):
    whole = np.concatenate([call.value for call in calls], axis=calls[0].axis)
    return [whole, *(whole.copy() for _ in calls[1:])]


def _gather(calls):
    return _only(calls, [np.array(call.value) for call in calls])


def _reduce_scatter(calls):
    pieces = np.array_split(_reduced(calls), len(calls), axis=calls[0].axis)
    return [piece.copy() for piece in pieces]


def _broadcast(calls):
    return [np.array(calls[calls[0].src].value) for _ in calls]


def _scatter(calls):
    return [np.array(piece) for piece in calls[calls[0].src].value]


def _all_to_all(calls):
    return [[np.array(call.value[rank]) for call in calls] for rank in range(len(calls))]


def _barrier(calls):
    return [None] * len(calls)


def _only(calls, value):
    """`value` for the device that the calls name as `dst`, nothing for the others."""
    return [value if rank == calls[0].dst else None for rank in range(len(calls))]


_OUTCOMES = {
    "all_gather": _all_gather,
    "all_reduce": _all_reduce,
    "all_to_all": _all_to_all,
    "barrier": _barrier,
    "broadcast": _broadcast,
    "gather": _gather,
    "reduce": _reduce,
    "reduce_scatter": _reduce_scatter,
    "scatter": _scatter,
}
