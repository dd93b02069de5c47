"""With isolate=True only messages pass between devices, and what tries to pass beside is named."""

import dataclasses
import functools
import importlib
import multiprocessing
import os
import re
import signal
import subprocess
import sys
import tempfile
import textwrap
import threading
import time
import warnings
from concurrent.futures import ThreadPoolExecutor
from typing import ClassVar

import numpy as np
import pytest

from shardlab import Mesh, run, shard
from shardlab.errors import CollectiveMismatch, Deadlock, OutOfMemory, ShardError
from shardlab.hardware import A100

if "fork" not in multiprocessing.get_all_start_methods():
    pytest.skip("this platform can't fork a process", allow_module_level=True)

X = np.arange(12.0).reshape(3, 4)


def everything(dev, x):
    g = dev["tp"]
    g.send(x, (g.rank + 1) % g.size)
    got = [
        g.recv((g.rank - 1) % g.size, like=x),
        dev.all_reduce(x, "mean"),
        dev["dp", "tp"].all_to_all([x * i for i in range(dev.size)]),
        dev.gather(x, dst=1),
        dev.matmul(x, x.T),
    ]
    dev.memory["got"] = got[1]
    dev.barrier()
    return got


def test_an_isolated_run_is_the_same_run():
    mesh = Mesh(dp=2, tp=2)
    args = shard(np.random.default_rng(0).normal(size=(8, 3)), axis=0)
    plain, isolated = run(everything, mesh, args), run(everything, mesh, args, isolate=True)
    for one, other in zip(plain.outputs, isolated.outputs, strict=True):
        for x, y in zip(one, other, strict=True):
            np.testing.assert_array_equal(x, y)
    assert np.array_equal(plain.traffic.bytes_between, isolated.traffic.bytes_between)
    assert plain.traffic.calls == isolated.traffic.calls
    assert plain.traffic.steps == isolated.traffic.steps
    assert plain.memory.history == isolated.memory.history
    assert plain.timeline.slots == isolated.timeline.slots


def test_each_device_has_a_process_of_its_own():
    processes = run(lambda dev: os.getpid(), Mesh(tp=3), isolate=True).outputs
    assert len({*processes, os.getpid()}) == 4


# -- what passes beside the messages ---------------------------------------------------------------

BOX = {}
BUFFER = np.zeros((2, 3, 4))
LATEST = None
RNG = np.random.default_rng(0)


class Store:
    shared: ClassVar = []

    def __init__(self):
        self.seen = {}

    def through_an_object(self, dev, x):
        self.seen[dev.rank] = x
        dev.barrier()
        return self.seen[1 - dev.rank]


def through_a_global(dev, x):
    BOX[dev.rank] = x
    dev.barrier()
    return BOX[1 - dev.rank]


def through_a_name(dev, x):
    global LATEST
    LATEST = x
    dev.barrier()
    return LATEST


def through_a_new_name(dev, x):
    global EARLIEST
    EARLIEST = x
    dev.barrier()
    return EARLIEST


def through_an_array(dev, x):
    BUFFER[dev.rank] = x
    dev.barrier()
    return BUFFER[1 - dev.rank]


def through_a_view_of_it(dev, x):
    mine = BUFFER[dev.rank]
    mine += x
    dev.barrier()
    return BUFFER.sum()


def through_a_default(dev, x, box=[]):  # noqa: B006
    box.append(x)
    dev.barrier()
    return box[0]


def through_an_attribute(dev, x):
    through_an_attribute.x = x
    dev.barrier()
    return through_an_attribute.x


def through_a_class(dev, x):
    Store.shared.append(x)
    dev.barrier()
    return Store.shared[0]


def through_a_module(dev, x):
    np.latest = x
    dev.barrier()
    return np.latest


def helper(rank, x):
    BOX[rank] = x


def through_a_helper(dev, x):
    helper(dev.rank, x)
    dev.barrier()
    return BOX[1 - dev.rank]


def through_a_function_inside(dev, x):
    def put():
        BOX[dev.rank] = x

    put()
    dev.barrier()
    return BOX[1 - dev.rank]


def through_a_generator_of_numbers(dev, x):
    return RNG.normal()


def closure():
    held = []

    def through_a_closure(dev, x):
        held.append(x)
        dev.barrier()
        return held[0]

    return through_a_closure


class Base:
    items: ClassVar = []


class Layer(Base):
    def __init__(self, fn=None):
        self.fn = fn

    def __call__(self, dev, x):
        BOX[dev.rank] = x

    @property
    def put(self):
        BOX["put"] = object()


def through_a_base_class(dev, x):
    Layer.items.append(x)


def through_a_function_in_a_list(dev, x):
    HELPERS[0](dev.rank, x)


def through_a_function_of_an_object(dev, x):
    LAYER.fn(dev.rank, x)


def through_a_property(dev, x):
    return LAYER.put


def through_a_cached_function(dev, x):
    remembered(dev.rank)


@functools.cache
def remembered(rank):
    BOX[rank] = rank


def through_the_environment(dev, x):
    os.environ[f"RANK_{dev.rank}"] = "1"


def through_a_list_in_a_tuple(dev, x):
    NESTED[0][0][0] = 1


def through_the_base_of_a_view(dev, x):
    VIEW.base[0] = 1


HELPERS = [helper]
LAYER = Layer(helper)
NESTED = ([np.zeros(3)],)
VIEW = np.zeros((4, 2))[:2]

SMUGGLERS = [
    (through_a_base_class, "`Base.items`"),
    (through_a_function_in_a_list, "`BOX`"),
    (through_a_function_of_an_object, "`BOX`"),
    (through_a_property, "`BOX`"),
    (Layer(), "`BOX`"),
    (through_a_list_in_a_tuple, "`NESTED`"),
    (through_the_base_of_a_view, "`VIEW`"),
    (through_a_global, "`BOX`"),
    (through_a_name, "`LATEST`"),
    (through_a_new_name, "`EARLIEST`"),
    (through_an_array, "`BUFFER`"),
    (through_a_view_of_it, "`BUFFER`"),
    (through_a_default, "a default value of `through_a_default`"),
    (through_an_attribute, "`through_an_attribute.x`"),
    (through_a_class, "`Store.shared`"),
    (through_a_module, "`np.latest`"),
    (through_a_helper, "`BOX`"),
    (through_a_function_inside, "`BOX`"),
    (through_a_generator_of_numbers, "`RNG`"),
    (closure(), "`held`"),
    (Store().through_an_object, "the object of the function"),
    (functools.partial(lambda box, dev, x: box.append(x), []), "what the function was bound to"),
]


@pytest.mark.parametrize("warm", [False, True], ids=["first", "after a run that let it pass"])
@pytest.mark.parametrize(("fn", "name"), SMUGGLERS, ids=[name for _, name in SMUGGLERS])
def test_what_passes_beside_the_messages_is_named(fn, name, warm):
    if warm:  # what is there already must not look like nothing new
        run(fn, Mesh(tp=2), X)
    with pytest.raises(ShardError) as caught:
        run(fn, Mesh(tp=2), X, isolate=True)
    assert str(caught.value).startswith(f"Rank 0 changed {name}, which the function takes from out")


@pytest.mark.parametrize(
    ("fn", "name"),
    [(through_a_cached_function, "`BOX`"), (through_the_environment, "`os.environ`")],
)
def test_what_only_a_first_run_passes_is_named(fn, name):
    with pytest.raises(ShardError, match=f"Rank 0 changed {name}, which the function takes"):
        run(fn, Mesh(tp=2), X, isolate=True)


FACTOR = 3.0
MESH = Mesh(a=2, b=2)


@functools.cache
def doubled(n):
    return 2 * n


def reads_only(dev, x, scale=FACTOR):
    MESH.group(0, "a")  # which remembers its groups
    held = [x * FACTOR * scale + BUFFER.shape[0] + doubled(1)]
    held.append(np.linalg.norm(held[0]))
    return held


def test_reading_from_outside_is_no_smuggling():
    plain, isolated = run(reads_only, Mesh(tp=2), X), run(reads_only, Mesh(tp=2), X, isolate=True)
    np.testing.assert_array_equal(plain.outputs[1][0], isolated.outputs[1][0])


@pytest.fixture
def module(tmp_path, monkeypatch):
    """A module of the learner's own, beside the notebook."""
    (tmp_path / "mine.py").write_text(
        "import numpy as np\n"
        "box = {}\n\n"
        "def put(rank):\n    box[rank] = 1\n\n"
        "def log(x):\n    return np.log(x)\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    yield importlib.import_module("mine")
    del sys.modules["mine"]


def test_a_module_of_the_learners_own_is_looked_into(module):
    for fn in (lambda dev: module.put(dev.rank), lambda dev: module.box.update({dev.rank: 1})):
        with pytest.raises(ShardError, match=r"Rank 0 changed `module.box`"):
            run(fn, Mesh(tp=2), isolate=True)

    def imports_it(dev):
        import mine

        mine.put(dev.rank)

    with pytest.raises(ShardError, match=r"Rank 0 changed `mine.box`"):
        run(imports_it, Mesh(tp=2), isolate=True)


@dataclasses.dataclass
class Settings:
    sizes: tuple = (1, 2)

    @functools.cached_property
    def total(self):
        return sum(self.sizes)


def test_what_changes_by_itself_is_no_smuggling(module):
    settings, result, word = Settings(), run(lambda dev: dev.barrier(), Mesh(tp=2)), re.compile("a")
    many, whole = list(range(200_000)), shard(X, axis=0, n=2)

    def fn(dev):
        print("to stderr", file=sys.stderr, end="")
        with np.errstate(divide="warn"), warnings.catch_warnings():
            warnings.simplefilter("always")
            module.log(np.zeros(1))
        subprocess.run([sys.executable, "-c", ""], check=True)
        tempfile.gettempdir()
        return (
            sys.stdout.isatty(),
            settings.total,
            result.traffic.bytes_sent,
            result.timeline.length,
            word.match("a").group(),
            many[-1],
            whole.glue().sum(),
            time.time(),
        )

    run(fn, Mesh(tp=2), isolate=True)


@pytest.mark.parametrize("consequence", ["deadlock", "mismatch", "like"])
def test_what_was_smuggled_counts_more_than_what_came_of_it(consequence):
    box = {}

    def fn(dev, x):
        box[dev.rank] = x
        dev.barrier()
        if 1 - dev.rank in box:  # never, in processes of their own
            dev.send(x, 1 - dev.rank)
        elif consequence == "mismatch" and dev.rank:
            dev.all_gather(x, axis=0)
        elif consequence == "mismatch":
            dev.all_reduce(x)
        elif consequence == "like":
            dev.send(x[0], 1 - dev.rank)
        return dev.recv(1 - dev.rank, like=x)

    with pytest.raises(ShardError, match="changed `box`, which the function takes from outside"):
        run(fn, Mesh(tp=2), X, isolate=True)


def test_threads_do_not_use_a_device():
    def fn(dev, x):
        with ThreadPoolExecutor() as pool:
            return pool.submit(dev.all_reduce, x).result()

    with pytest.raises(ShardError, match="in another thread"):
        run(fn, Mesh(tp=2), X, isolate=True)


def test_isolation_inside_isolation_is_refused_with_a_sentence():
    def fn(dev):
        return run(lambda inner: inner.rank, Mesh(tp=2), isolate=True)

    with pytest.raises(ShardError, match="isolate=True is not to be had inside a device"):
        run(fn, Mesh(tp=2), isolate=True)
    assert run(
        lambda dev: run(lambda inner: inner.rank, Mesh(tp=2)).outputs, Mesh(tp=2), isolate=True
    ).outputs == [[0, 1], [0, 1]]


class Odd(Exception):
    """Pickle can't take it along, whatever others have taught it (Dask does, once imported)."""

    def __init__(self, message):
        super().__init__(message)
        self.lock = threading.Lock()


def test_an_exception_that_cannot_travel_is_told_in_words():
    def fn(dev):
        raise Odd("here")

    with pytest.raises(ShardError, match="Rank 0 raised Odd: here"):
        run(fn, Mesh(tp=2), isolate=True)


def test_an_array_that_is_read_only_for_another_reason_is_not_blamed_on_the_outside():
    def fn(dev, x):
        rows = np.broadcast_to(x[0], (3, 4))
        rows[0] = BUFFER[0, 0]

    with pytest.raises(ValueError, match="read-only"):
        run(fn, Mesh(tp=2), X, isolate=True)


def test_the_callers_arrays_stay_writable():
    run(reads_only, Mesh(tp=2), X, isolate=True)
    assert BUFFER.flags.writeable


# -- errors ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fn", "error", "words"),
    [
        (lambda dev, x: dev.all_reduce(x[dev.rank :]), CollectiveMismatch, "a different shape"),
        (lambda dev, x: dev.recv(1 - dev.rank, like=x), Deadlock, "circle: 0 → 1 → 0"),
        (lambda dev, x: dev.send(x, 1 - dev.rank), ShardError, "nobody received"),
        (lambda dev, x: dev.memory.reserve("a", 1e12), OutOfMemory, "asks for 1 TB"),
        (lambda dev, x: os._exit(3), ShardError, r"process of rank 0 ended .*\(exit code 3\)"),
        (
            lambda dev, x: lambda: x,
            ShardError,
            "rank 0 returned, function, can't leave its process",
        ),
    ],
)
def test_errors_are_those_of_a_plain_run(fn, error, words):
    with pytest.raises(error, match=words):
        run(fn, Mesh(tp=2), X, isolate=True, hardware=A100)


def test_an_exception_brings_its_rank_and_the_learners_lines():
    def fn(dev, x):
        if dev.rank == 1:
            return x @ x
        return dev.all_reduce(x)

    with pytest.raises(ValueError, match="matmul") as caught:
        run(fn, Mesh(tp=2), X, isolate=True)
    lines, rank = caught.value.__notes__
    assert lines.startswith("In the process of that rank:") and "return x @ x" in lines
    assert "/shardlab/device.py" not in lines
    assert rank == "raised on rank 1 of Mesh(tp=2)"


def test_the_error_of_a_failed_run_is_raised_at_the_line_that_asked():
    def fn(dev, x):
        try:
            dev.all_reduce(x[dev.rank :])
        except CollectiveMismatch:
            print("here")
            raise

    with pytest.raises(CollectiveMismatch, match=r"all_reduce\(x\[dev.rank :\]\)"):
        run(fn, Mesh(tp=2), X, isolate=True)


def test_prints_carry_their_rank(capsys):
    def fn(dev):
        print("rank", dev.rank, end=" ")
        dev.barrier()
        print("done")

    run(fn, Mesh(tp=2), isolate=True)
    assert sorted(capsys.readouterr().out.splitlines()) == [
        "[rank 0] rank 0 done",
        "[rank 1] rank 1 done",
    ]


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGKILL])
def test_no_process_is_left_behind(tmp_path, how, wait_until):
    """A loop without end, interrupted by Ctrl-C, which all processes get, or killed as a kernel."""
    program = tmp_path / "loop.py"
    program.write_text(
        textwrap.dedent(f"""
        import os, pathlib
        from shardlab import Mesh, run

        def fn(dev):
            pathlib.Path({str(tmp_path)!r}, f"{{os.getpid()}}.pid").touch()
            dev.barrier()
            while dev.rank == 1:
                pass
            dev.barrier()

        run(fn, Mesh(tp=3), isolate=True)
        """)
    )
    running = subprocess.Popen(
        [sys.executable, program], start_new_session=True, stderr=subprocess.PIPE, text=True
    )
    try:
        wait_until(lambda: len(list(tmp_path.glob("*.pid"))) == 3)
        if how == signal.SIGINT:
            os.killpg(running.pid, how)
        else:
            running.kill()
        _, errors = running.communicate(timeout=30)
    finally:
        running.kill()
    assert ("KeyboardInterrupt" in errors) == (how == signal.SIGINT)
    pids = [int(path.stem) for path in tmp_path.glob("*.pid")]
    wait_until(lambda: not any(is_alive(pid) for pid in pids))


def is_alive(pid):
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True
