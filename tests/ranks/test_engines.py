"""One function, three engines: what ranks compute, send and hold is the same on all."""

import sys
from functools import reduce

import numpy as np

from shardlab import Mesh, replicate, run, shard
from shardlab.hardware import A100

ADDED = ["float64", "float16", "complex64", "int64", "uint16", ">f8"]
MOVED = ["bool", "U3", [("a", "i4"), ("b", "f8")]]


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
    *((name, t) for name in MEAN for t in ["float64", "complex64"]),
    *((name, t) for name in MOVE for t in MOVED),
]
CASES = REDUCE | MEAN | MOVE
ONCE = list({name: (name, dtype) for name, dtype in ALL}.values())  # each collective, in one dtype
GROUPS = {(): ALL, ("dp",): ONCE, ("tp",): ONCE, ("tp", "dp"): ONCE}


def everything(dev, *pieces):
    taken = {"pieces": list(pieces)}
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
    mesh, X = Mesh(dp=2, tp=2), np.arange(35.0).reshape(5, 7)
    arguments = shard(X, axis=1), shard(X, axis=0, over="dp"), shard(X, 0, 4), replicate(X)
    result, emulated = engine(everything, mesh, *arguments), run(everything, mesh, *arguments)
    for rank in range(4):
        alike(result.outputs[rank]["pieces"], emulated.outputs[rank]["pieces"], rank)
    for axes, cases in GROUPS.items():
        for rank, taken in enumerate(result.outputs):
            ranks = mesh.group(rank, *(axes or mesh.axes))
            for name, dtype in cases:
                wanted = CASES[name][1](ranks, ranks.index(rank), dtype)
                case = engine.__name__, rank, axes, name, dtype
                alike(taken[axes, name, str(dtype)], wanted, case)
    assert result.traffic.calls["all_to_all"] > 0
    same_account(result, emulated)


def sums_along_axes(dev):
    """Ranks reach their groups in different orders, and one of them only on half of the ranks."""
    names = [("dp",), ("pp",), ("tp",), ("pp", "dp"), ("dp", "tp"), ("pp", "tp"), ()]
    x = np.array([2.0**dev.rank])
    sums = {axes: (dev[axes] if axes else dev).all_reduce(x) for axes in names}
    if dev.coordinates["pp"] == 1:
        sums["again"] = dev["tp"].all_reduce(x, op="max")
    return sums


def test_each_axis_has_its_groups(engine):
    mesh = Mesh(dp=2, pp=2, tp=2)
    result = engine(sums_along_axes, mesh)
    for rank, sums in enumerate(result.outputs):
        again = sums.pop("again", None)
        for axes, total in sums.items():
            assert total == sum(2.0**other for other in mesh.group(rank, *(axes or mesh.axes)))
        assert again == (2.0 ** max(mesh.group(rank, "tp")) if rank in (2, 3, 6, 7) else None)
    same_account(result, run(sums_along_axes, mesh))


FORMS = [((), "f4"), ((0, 3), "f8"), ((2, 3), ">i2"), ((4,), "U3"), ((2, 1), MOVED[-1])]


def messages(dev):
    received = {}
    right, left = (dev.rank + 1) % dev.size, (dev.rank - 1) % dev.size
    large = data(dev.rank, (300, 700))
    dev.send(large.T, right)  # everybody sends first: nobody waits for its receiver
    large[:] = 0  # what was sent stays as it was
    received["large"] = dev.recv(left, like=np.empty((700, 300)))
    for shape, dtype in FORMS:
        dev.send(data(dev.rank, shape, dtype), right)
    dev["dp"].send(np.array([1.0]), 1 - dev["dp"].rank)
    dev.send(np.array([2.0]), (dev.rank + 2) % 4)  # the same receiver by another group
    for shape, dtype in FORMS:  # they come in the order in which they were sent
        received[shape] = dev.recv(left, like=np.empty(shape, dtype))
    received["first"] = dev.recv((dev.rank + 2) % 4, like=np.empty(1))
    received["second"] = dev["dp"].recv(1 - dev["dp"].rank, like=np.empty(1))
    dev.send(np.array([dev.rank]), dev.rank)
    received["own"] = dev.recv(dev.rank, like=np.array([0]))
    return received


def test_messages_arrive_whole_and_in_order(engine):
    result = engine(messages, Mesh(dp=2, tp=2))
    for rank, received in enumerate(result.outputs):
        left = (rank - 1) % 4
        alike(received["large"], data(left, (300, 700)).T, rank)
        for shape, dtype in FORMS:
            alike(received[shape], data(left, shape, dtype), (rank, shape))
        assert (received["first"], received["second"], received["own"]) == (1, 2, rank)
    same_account(result, run(messages, Mesh(dp=2, tp=2)))


def train(dev, X_i, W, rates):
    """Data parallelism with a memory and a clock; `rates` is a list, to change."""
    dev.memory["W"] = W
    dev.memory.reserve(("Adam", 1), 3 * W.nbytes)
    for rate in rates:
        Y = dev.matmul(X_i, W)
        dev.memory["Y"] = Y
        W -= rate * dev.all_reduce(X_i.T @ Y, op="mean")
        dev.compute(flops=1e6 * (dev.rank + 1), what="update")
        del dev.memory["Y"]
    rates.append(dev.rank)
    print(f"{dev.rank} holds", dev.memory.nbytes)
    print("no end of line", end="")
    print("look", dev.rank, file=sys.stderr)
    return W, dev.memory.peak_bytes, rates


def test_training_is_accounted_as_on_emulated_devices(engine, capsys):
    rng = np.random.default_rng(5)
    X, W, rates = rng.normal(size=(7, 3)), rng.normal(size=(3, 4)), [0.01, 0.02]
    before = W.copy()
    arguments = train, Mesh(dp=3), shard(X, axis=0), W, rates
    result = engine(*arguments, hardware=A100, algorithm="tree")
    printed, complained = capsys.readouterr()
    emulated = run(*arguments, hardware=A100, algorithm="tree")
    np.testing.assert_array_equal(W, before)
    assert rates == [0.01, 0.02]
    for rank, (weights, peak, changed) in enumerate(result.outputs):
        np.testing.assert_allclose(weights, emulated.outputs[rank][0], rtol=1e-12)
        assert peak == emulated.memory.peak_bytes[rank] > 4 * W.nbytes
        assert changed == [*rates, rank]
        assert f"[rank {rank}] {rank} holds {4 * W.nbytes}\n" in printed
    assert sorted(printed.splitlines())[1::2] == [f"[rank {n}] no end of line" for n in range(3)]
    if engine is not run:
        assert sorted(complained.splitlines()) == [f"[rank {n}] look {n}" for n in range(3)]
    same_account(result, emulated)
    assert result.timeline.length == emulated.timeline.length > 0
