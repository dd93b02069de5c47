"""One function, three engines: what ranks compute, send and hold is the same on all."""

from functools import reduce

import numpy as np

from shardlab import Mesh, run

ADDED = ["float64", "float32", "float16", "complex64", "int64", "uint16", ">f8"]
MOVED = ["float32", "complex128", "bool", "U3", "datetime64[s]", [("a", "i4"), ("b", "f8")]]


def data(rank, shape, dtype="float64"):
    """An array of this shape, different on each rank."""
    numbers = np.asarray(np.random.default_rng([rank, *shape]).integers(0, 40, shape))
    if np.dtype(dtype).kind in "fc":
        numbers = numbers * 0.37 - 5
    return np.array(numbers * (2 - 1j) if np.dtype(dtype).kind == "c" else numbers, dtype)


def folded(ufunc, ranks, shape, dtype):
    return np.array(reduce(ufunc, [data(rank, shape, dtype) for rank in ranks]), dtype)


# name -> (what a rank calls, what member i of the group `ranks` takes home); t is the dtype
REDUCE = {
    "sum": (
        lambda g, r, t: g.all_reduce(data(r, (5, 3), t)),
        lambda ranks, i, t: folded(np.add, ranks, (5, 3), t),
    ),
    "max": (
        lambda g, r, t: g.all_reduce(data(r, (5, 3), t).T, op="max"),  # not contiguous
        lambda ranks, i, t: folded(np.maximum, ranks, (5, 3), t).T,
    ),
    "min of single numbers": (
        lambda g, r, t: g.all_reduce(data(r, (), t), op="min"),
        lambda ranks, i, t: folded(np.minimum, ranks, (), t),
    ),
    "sum of nothing": (
        lambda g, r, t: g.all_reduce(data(r, (0, 3), t)),
        lambda ranks, i, t: np.zeros((0, 3), t),
    ),
    "reduce": (
        lambda g, r, t: g.reduce(data(r, (4, 1), t), dst=1),
        lambda ranks, i, t: folded(np.add, ranks, (4, 1), t) if i == 1 else None,
    ),
    "reduce_scatter, uneven": (
        lambda g, r, t: g.reduce_scatter(data(r, (5, 3), t), axis=0),
        lambda ranks, i, t: np.array_split(folded(np.add, ranks, (5, 3), t), len(ranks))[i],
    ),
    "reduce_scatter along the middle axis": (
        lambda g, r, t: g.reduce_scatter(data(r, (2, 3, 4), t), axis=-2, op="max"),
        lambda ranks, i, t: np.array_split(
            folded(np.maximum, ranks, (2, 3, 4), t), len(ranks), axis=1
        )[i],
    ),
}
MEAN = {
    "mean": (
        lambda g, r, t: g.all_reduce(data(r, (3, 2), t), op="mean"),
        lambda ranks, i, t: (folded(np.add, ranks, (3, 2), t) / len(ranks)).astype(t),
    ),
    "mean, scattered": (
        lambda g, r, t: g.reduce_scatter(data(r, (3, 2), t), axis=1, op="mean"),
        lambda ranks, i, t: np.array_split(
            (folded(np.add, ranks, (3, 2), t) / len(ranks)).astype(t), len(ranks), axis=1
        )[i],
    ),
}
MOVE = {
    "all_gather, rank 0 has nothing": (
        lambda g, r, t: g.all_gather(data(r, (r, 3), t), axis=0),
        lambda ranks, i, t: np.concatenate([data(r, (r, 3), t) for r in ranks]),
    ),
    "all_gather along the middle axis": (
        lambda g, r, t: g.all_gather(data(r, (2, r + 1, 3), t), axis=1),
        lambda ranks, i, t: np.concatenate([data(r, (2, r + 1, 3), t) for r in ranks], axis=1),
    ),
    "gather": (
        lambda g, r, t: g.gather(data(r, (r, r + 1), t), dst=1),
        lambda ranks, i, t: [data(r, (r, r + 1), t) for r in ranks] if i == 1 else None,
    ),
    "broadcast": (
        lambda g, r, t: g.broadcast(data(r, (3, 2), t).T if g.rank == 1 else None, src=1),
        lambda ranks, i, t: data(ranks[1], (3, 2), t).T,
    ),
    "broadcast of a single number": (
        lambda g, r, t: g.broadcast(data(r, (), t), src=0),
        lambda ranks, i, t: data(ranks[0], (), t),
    ),
    "scatter": (
        lambda g, r, t: g.scatter(
            [data(r, (j, 2), t) for j in range(g.size)] if g.rank == 1 else None, src=1
        ),
        lambda ranks, i, t: data(ranks[1], (i, 2), t),
    ),
    "all_to_all": (
        lambda g, r, t: g.all_to_all([data(r, (r, j), t) for j in range(g.size)]),
        lambda ranks, i, t: [data(r, (r, i), t) for r in ranks],
    ),
}
ALL = [
    *((name, t) for name in REDUCE for t in ADDED),
    *((name, t) for name in MEAN for t in ["float64", "float16", "complex64"]),
    *((name, t) for name in MOVE for t in MOVED),
]
CASES = REDUCE | MEAN | MOVE
GROUPS = {(): ALL, ("dp",): ALL[::5], ("tp",): ALL[::3], ("tp", "dp"): ALL[::7]}


def everything(dev):
    taken = {}
    for axes, cases in GROUPS.items():
        group = dev[axes] if axes else dev
        group.barrier()
        for name, dtype in cases:
            taken[axes, name, str(dtype)] = CASES[name][0](group, dev.rank, dtype)
    return taken


def alike(got, wanted, case):
    if isinstance(wanted, list):
        assert isinstance(got, list) and len(got) == len(wanted), case
        for one, other in zip(got, wanted, strict=True):
            alike(one, other, case)
    elif wanted is None:
        assert got is None, case
    else:
        assert type(got) is np.ndarray and got.dtype == wanted.dtype, (case, got.dtype)
        assert got.flags.writeable and got.shape == wanted.shape, (case, got.shape)
        if wanted.dtype.kind in "fc":
            tolerance = 8 * np.finfo(wanted.dtype).eps
            np.testing.assert_allclose(got, wanted, tolerance, 99 * tolerance, err_msg=str(case))
        else:
            np.testing.assert_array_equal(got, wanted, err_msg=str(case))


def same_account(one, other):
    """The two runs sent, held and computed the same, to the byte and the simulated second."""
    for name in ("bytes_between", "messages_between"):
        np.testing.assert_array_equal(getattr(one.traffic, name), getattr(other.traffic, name))
    for name in ("calls", "bytes_by_operation", "messages_by_operation", "steps"):
        assert getattr(one.traffic, name) == getattr(other.traffic, name)
    assert [sorted(sent) for sent in one.traffic.rounds()] == [
        sorted(sent) for sent in other.traffic.rounds()
    ]
    np.testing.assert_array_equal(one.memory.peak_bytes, other.memory.peak_bytes)
    assert one.memory.history == other.memory.history
    assert one.timeline.slots == other.timeline.slots


def test_every_collective_on_every_group(engine):
    mesh = Mesh(dp=2, tp=2)
    result = engine(everything, mesh)
    for axes, cases in GROUPS.items():
        for rank, taken in enumerate(result.outputs):
            ranks = mesh.group(rank, *(axes or mesh.axes))
            for name, dtype in cases:
                wanted = CASES[name][1](ranks, ranks.index(rank), dtype)
                case = engine.__name__, rank, axes, name, dtype
                alike(taken[axes, name, str(dtype)], wanted, case)
    assert result.traffic.calls["all_to_all"] > 0
    same_account(result, run(everything, mesh))
