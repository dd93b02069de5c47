"""A run that can't go on stops at once: the error names every rank and is raised at its line."""

import gc
import signal
import subprocess
import sys
import textwrap
import traceback
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from greenlet import GreenletExit

from shardlab import Mesh, run, shard
from shardlab.errors import CollectiveMismatch, Deadlock, ShardError

X = np.arange(12.0).reshape(3, 4)


def message_of(fn, error=ShardError, n=3, x=X):
    with pytest.raises(error) as caught:
        run(fn, Mesh(tp=n), x)
    return str(caught.value)


def last_line_of(error):
    """The source line at which the traceback ends."""
    return traceback.extract_tb(error.__traceback__)[-1].line


def test_another_collective():
    def fn(dev, x):
        if dev.rank == 2:
            return dev.all_gather(x, axis=0)
        return dev.all_reduce(x)

    with pytest.raises(CollectiveMismatch, match="rank 2 is the odd one out") as caught:
        run(fn, Mesh(tp=4), X)
    assert last_line_of(caught.value) == "return dev.all_gather(x, axis=0)"
    words = str(caught.value)
    assert "rank 0: all_reduce(float64 (3, 4), op='sum')" in words
    assert "rank 2: all_gather(float64 (3, 4), axis=0)" in words
    assert "test_errors.py" in words
    assert "call all_reduce" in words


DIFFERENT = {
    "shape": lambda dev, x: dev.all_reduce(x[: 2 + (dev.rank != 1)]),
    "dtype": lambda dev, x: dev.all_reduce(x.astype("f4" if dev.rank == 1 else "f8")),
    "op": lambda dev, x: dev.all_reduce(x, "max" if dev.rank == 1 else "sum"),
    "axis": lambda dev, x: dev.all_gather(x, axis=int(dev.rank == 1)),
    "src": lambda dev, x: dev.broadcast(x, src=int(dev.rank == 1)),
    "dst": lambda dev, x: dev.gather(x, dst=int(dev.rank == 1)),
}


@pytest.mark.parametrize("term", DIFFERENT)
def test_the_same_collective_called_differently(term):
    words = message_of(DIFFERENT[term], CollectiveMismatch)
    assert f"with a different {term}; rank 1 is the odd one out" in words
    assert all(f"rank {rank}: " in words for rank in range(3))


def test_arrays_to_swap_must_have_one_dtype_on_all_devices():
    words = message_of(
        lambda dev, x: dev.all_to_all([x.astype("f4" if dev.rank == 1 else "f8")] * 3),
        CollectiveMismatch,
    )
    assert "call all_to_all with a different dtype; rank 1 is the odd one out" in words
    assert "rank 1: all_to_all(3 arrays, float32)" in words


def test_what_may_differ_may_differ():
    """Shapes where pieces are handed over one by one; dtypes where one device alone has them."""

    def fn(dev, x):
        mine = x[: dev.rank]
        return (
            dev.gather(mine, dst=2),
            dev.all_to_all([mine[:, :j] for j in range(3)]),
            dev.scatter([x, x[0], x > 1] if dev.rank == 0 else None, src=0),
        )

    outputs = run(fn, Mesh(tp=3), X).outputs
    assert [x.shape for x in outputs[2][0]] == [(0, 4), (1, 4), (2, 4)]
    assert [x.shape for x in outputs[1][1]] == [(0, 1), (1, 1), (2, 1)]
    assert [piece.dtype for _, _, piece in outputs] == [float, float, bool]


@pytest.mark.parametrize("name", ["broadcast", "scatter"])
def test_who_only_takes_must_name_the_same_source(name):
    def fn(dev, x):
        give = x if name == "broadcast" else [x] * 3
        source = int(dev.rank == 2)
        return getattr(dev, name)(give if dev.rank == source else None, src=source)

    words = message_of(fn, CollectiveMismatch)
    assert f"call {name} with a different src; rank 2 is the odd one out" in words
    assert f"rank 2: {name}(src=1)" in words


def test_no_odd_one_out_among_two():
    words = message_of(lambda dev, x: dev.all_reduce(x[dev.rank :]), CollectiveMismatch, n=2)
    assert "odd one out" not in words
    assert "(3, 4)" in words
    assert "(2, 4)" in words


def test_between_two_collectives_nobody_is_right():
    words = message_of(
        lambda dev, x: dev.all_gather(x, axis=0) if dev.rank else dev.all_reduce(x), n=2
    )
    assert words.endswith("Let every rank of the group call the same one, in the same order.")


def test_swapped_order():
    def fn(dev, x):
        if dev.rank == 1:
            dev.barrier()
            return dev.all_reduce(x)
        x = dev.all_reduce(x)
        dev.barrier()
        return x

    assert "rank 1 is the odd one out" in message_of(fn, CollectiveMismatch)


def test_shapes_may_differ_only_along_the_axis_of_the_glue():
    words = message_of(lambda dev, x: dev.all_gather(x[: 1 + dev.rank], axis=1), CollectiveMismatch)
    assert "different shape" in words


def test_a_rank_returns_early():
    words = message_of(lambda dev, x: None if dev.rank == 1 else dev.all_reduce(x), Deadlock)
    assert "rank 1: has returned" in words
    assert "all_reduce needs every rank of its group, but rank 1 returned without it" in words


def test_a_loop_over_another_count():
    def fn(dev, x):
        for _ in range(3 - (dev.rank == 2)):
            x = dev.all_reduce(x)

    assert "rank 2 returned without it" in message_of(fn, Deadlock)


def test_a_circle_of_receives():
    def fn(dev, x):
        y = dev.recv((dev.rank + 1) % dev.size, like=x)
        dev.send(x, (dev.rank - 1) % dev.size)
        return y

    with pytest.raises(Deadlock, match="circle: 0 → 1 → 2 → 0") as caught:
        run(fn, Mesh(tp=3), X)
    assert last_line_of(caught.value) == "y = dev.recv((dev.rank + 1) % dev.size, like=x)"


def test_a_receiver_that_expects_nothing_is_told_what_to_give():
    words = message_of(lambda dev, x: dev.recv(1 - dev.rank, like=None), ShardError)
    assert "recv: like is None; give an array of the shape and dtype that comes" in words


def test_a_receive_from_oneself():
    words = message_of(lambda dev, x: dev.recv(1, like=x), Deadlock)
    assert "Rank 1 waits for a message from itself" in words


def test_a_receive_from_one_who_never_sends():
    words = message_of(lambda dev, x: dev.rank == 0 and dev.recv(2, like=x), Deadlock)
    assert "Rank 0 waits for a message from rank 2, which has returned" in words


def test_a_chain_of_receives_is_followed_to_its_end():
    def fn(dev, x):
        if dev.rank < 3:
            dev.recv(dev.rank + 1, like=x)

    with pytest.raises(
        Deadlock, match="Rank 2 waits for a message from rank 3, which has returned"
    ):
        run(fn, Mesh(tp=4), X)


def test_a_message_sent_the_other_way_is_shown():
    def fn(dev, x):
        dev.send(x, (dev.rank + 1) % dev.size)
        dev.recv((dev.rank + 1) % dev.size, like=x)

    words = message_of(fn, Deadlock)
    assert "sent and nobody asks for them" in words
    assert "rank 0: send(float64 (3, 4), dst=1)" in words
    assert "Compare the dst of each send with the src of each recv" in words


def test_a_rank_in_another_group_than_most_is_named():
    with pytest.raises(Deadlock, match=r'Rank 1 called dev\["tp"\].all_reduce where the'):
        run(
            lambda dev, x: (dev["tp"] if dev.rank == 1 else dev).all_reduce(x),
            Mesh(dp=2, tp=2),
            X,
        )


def test_a_receive_against_a_collective():
    words = message_of(
        lambda dev, x: dev.recv(0, like=x) if dev.rank == 1 else dev.all_reduce(x), Deadlock
    )
    assert "rank 1: recv(src=0, like=float64 (3, 4))" in words
    assert "Rank 1 waits for a message from rank 0, which is at all_reduce" in words


def test_the_rank_that_left_out_a_collective_is_named_and_not_who_waits_for_it():
    def fn(dev):
        dev["tp"].barrier()
        if dev.rank != 7:
            dev["pp"].barrier()
        dev.barrier()

    words = 'Rank 7 called barrier where the others called dev\\["pp"\\].barrier'
    with pytest.raises(Deadlock, match=words):
        run(fn, Mesh(dp=2, pp=2, tp=2))

    def swapped(dev):
        first, second = (dev["tp"], dev) if dev.rank != 5 else (dev, dev["tp"])
        first.barrier()
        second.barrier()

    words = 'Rank 5 called barrier where the others called dev\\["tp"\\].barrier'
    with pytest.raises(Deadlock, match=words):
        run(swapped, Mesh(dp=2, tp=4))


def test_messages_under_way_do_not_hide_why_nobody_goes_on():
    def fn(dev, x):
        if dev.rank == 2:
            return
        dev.send(x, 1 - dev.rank)
        dev.barrier()
        dev.recv(1 - dev.rank, like=x)

    words = message_of(fn, Deadlock)
    assert "barrier needs every rank of its group, but rank 2 returned without it" in words
    assert "rank 0: send(float64 (3, 4), dst=1)" in words
    assert "Compare the dst" not in words


def test_groups_in_another_order():
    def fn(dev, x):
        first, second = ("tp", "dp") if dev.rank in (0, 3) else ("dp", "tp")
        dev[first].all_reduce(x)
        dev[second].all_reduce(x)

    with pytest.raises(Deadlock, match="in different groups"):
        run(fn, Mesh(dp=2, tp=2), X)


def in_groups(fn):
    with pytest.raises(ShardError) as caught:
        run(fn, Mesh(dp=2, tp=2), X)
    return str(caught.value)


def test_a_deadlock_in_a_group_blames_only_its_members():
    words = in_groups(lambda dev, x: dev.rank == 0 or dev["tp"].all_reduce(x))
    assert 'dev["tp"].all_reduce needs every rank of its group, but rank 0 returned' in words
    assert 'rank 1: dev["tp"].all_reduce(float64 (3, 4)' in words


def test_errors_in_groups_show_what_the_code_wrote_and_name_ranks_of_the_mesh():
    def fn(dev, x):
        group = dev["tp"]
        if dev.rank == 2:
            group.send(x, dst=1)
        if dev.rank == 3:
            group.recv(0, like=x.T)

    words = in_groups(fn)
    assert "Rank 3 expects float64 (4, 3) from rank 2" in words
    assert 'rank 2: dev["tp"].send(float64 (3, 4), dst=1)' in words
    assert 'rank 3: dev["tp"].recv(src=0, like=float64 (4, 3))' in words
    words = in_groups(lambda dev, x: dev["dp"].broadcast(x, src=dev.coordinates["dp"]))
    assert 'rank 2: dev["dp"].broadcast(float64 (3, 4), src=1)' in words


def test_a_message_that_nobody_receives():
    words = message_of(lambda dev, x: dev.rank == 1 and dev.send(x, 2))
    assert "nobody received" in words
    assert "rank 1: send(float64 (3, 4), dst=2)" in words


def test_a_message_of_another_shape():
    def fn(dev, x):
        if dev.rank == 0:
            dev.send(x, 1)
        if dev.rank == 1:
            return dev.recv(0, like=x.T)

    with pytest.raises(ShardError, match=r"Rank 1 expects .*4, 3.* from rank 0") as caught:
        run(fn, Mesh(tp=2), X)
    assert last_line_of(caught.value) == "return dev.recv(0, like=x.T)"


@pytest.mark.parametrize(
    ("fn", "words"),
    [
        (lambda dev, x: dev.send(x, dst=dev.size), "there is no rank 3 in Mesh.*modulo"),
        (lambda dev, x: dev.recv(-1, like=x), "no rank -1 .* leave out this recv"),
        (lambda dev, x: dev.send(x, dst=1.0), "rank of a device; it was 1.0"),
        (lambda dev, x: dev.all_reduce([1, 2]), "all_reduce: needs a NumPy array, but got a list"),
        (lambda dev, x: dev.all_reduce(3.0), "but got a float"),
        (lambda dev, x: dev.all_reduce(None), "lack its `return`"),
        (lambda dev, x: dev.send(np.array([x, None], dtype=object), 1), "holds Python objects"),
        (lambda dev, x: dev.all_gather(x, axis=2), r"shape \(3, 4\) has no axis 2"),
        (lambda dev, x: dev.all_reduce(x, op="avg"), "op is one of sum, max, min, mean"),
        (lambda dev, x: dev.scatter([x, x], src=dev.rank), "needs a list of 3 arrays"),
        (lambda dev, x: dev.scatter([x] * 3, src=0), "only rank 0 hands out"),
        (
            lambda dev, x: dev.scatter(None, src=dev.rank),
            "needs a list of 3 arrays.*it has NoneType",
        ),
        (lambda dev, x: dev.all_to_all([x] * 4), "rank 0 needs a list of 3 arrays.*has 4 of them"),
        (
            lambda dev, x: dev.all_to_all([x, 1, x]),
            "all_to_all: needs a NumPy array, but got an int",
        ),
        (
            lambda dev, x: dev.all_to_all([x, x > 0, x]),
            "arrays on rank 0 have different dtypes, bool, float64",
        ),
        (lambda dev, x: dev.gather([x], dst=0), "gather: needs a NumPy array, but got a list"),
        (lambda dev, x: dev.gather(x, dst=3), r"gather: there is no rank 3 in .* 0 to 2\.\n"),
        (lambda dev, x: dev.reduce(x, dst=-1), "reduce: there is no rank -1"),
        (lambda dev, x: dev.reduce(x, dst=0, op="prod"), "op is one of sum, max, min, mean"),
        (lambda dev, x: dev.reduce_scatter(x, axis=2), "has no axis 2"),
        (lambda dev, x: dev.matmul(x, [1]), "matmul: needs a NumPy array, but got a list"),
        (lambda dev, x: dev["pp"], "has no axis 'pp'"),
        (lambda dev, x: dev["tp", "pp"], "has no axis 'pp'"),
        (lambda dev, x: dev[()], "give names of axes"),
        (lambda dev, x: dev[["tp"]], "give names of axes"),
        (lambda dev, x: dev.all_reduce(x, op=["sum"]), "op is one of"),
        (lambda dev, x: dev.all_reduce(x > 0), "sum needs numbers, not bool"),
        (lambda dev, x: dev.all_reduce(x.astype(int), op="mean"), "mean needs floats, not int64"),
        (lambda dev, x: dev.all_reduce(x.astype(str)), "sum needs numbers"),
        (lambda dev, x: dev.all_gather(x[0, 0], axis=0), "a single number has no axis"),
        (lambda dev, x: dev.scatter(x, src=dev.rank), "needs a list of 3 arrays.*it has ndarray"),
    ],
)
def test_bad_arguments(fn, words):
    with pytest.raises(ShardError, match=words) as caught:
        run(fn, Mesh(tp=3), X)
    assert traceback.extract_tb(caught.value.__traceback__)[-1].name == "<lambda>"


def test_run_says_what_it_needs():
    with pytest.raises(ShardError, match="second argument is the mesh"):
        run(lambda dev: None, 4)
    with pytest.raises(ShardError, match="first argument is a function"):
        run(X, Mesh(tp=2))


def generator(dev, x):
    yield x


async def coroutine(dev, x):
    return x


@pytest.mark.parametrize(
    ("fn", "args", "words"),
    [
        (generator, [X], "generator is a generator or async function"),
        (coroutine, [X], "coroutine is a generator or async function"),
        (lambda dev, x: x, [], "can't take the device and 0 more arguments.*'x'"),
        (lambda dev: 0, [X], "can't take the device and 1 more arguments"),
        (lambda dev, x: x, [(i for i in range(3))], "argument 1, a generator, can't be copied"),
        (lambda dev, x: x, [[shard(X, 0), 1]], "a list with shards in it"),
    ],
)
def test_run_refuses_what_cannot_run(fn, args, words):
    with pytest.raises(ShardError, match=words):
        run(fn, Mesh(tp=2), *args)


def test_a_bad_argument_on_one_rank_tells_which():
    with pytest.raises(ShardError, match="got a list") as caught:
        run(lambda dev, x: dev.all_reduce([1] if dev.rank == 1 else x), Mesh(tp=3), X)
    assert caught.value.__notes__ == ["raised on rank 1 of Mesh(tp=3)"]


@pytest.mark.parametrize("holder", [{"W": 1}, [[1]], ({"W": [1]},)])
def test_shards_inside_other_values_are_refused(holder):
    def filled(value):
        if isinstance(value, dict):
            return {key: filled(each) for key, each in value.items()}
        return [filled(each) for each in value] if isinstance(value, list | tuple) else shard(X, 0)

    with pytest.raises(ShardError, match=r"argument 1 is a .* with shards in it"):
        run(lambda dev, held: held, Mesh(tp=2), filled(holder))


def test_an_exception_carries_its_rank_and_ends_at_the_students_line():
    def fn(dev, x):
        if dev.rank == 1:
            return x @ x
        return dev.all_reduce(x)

    with pytest.raises(ValueError, match="matmul") as caught:
        run(fn, Mesh(tp=3), X)
    assert caught.value.__notes__ == ["raised on rank 1 of Mesh(tp=3)"]
    assert last_line_of(caught.value) == "return x @ x"


@pytest.mark.parametrize("n", [2, 3])
def test_what_a_handler_raises_does_not_hide_the_first_error(n):
    def fn(dev, x):
        try:
            return dev.all_reduce(x if dev.rank else x[0])
        except BaseException:
            raise ValueError("mine") from None

    with pytest.raises(CollectiveMismatch):
        run(fn, Mesh(tp=n), X)


def test_clean_up_that_fails_does_not_hide_the_first_error():
    def fn(dev, x):
        try:
            if dev.rank == 2:
                return {}["key"]
            dev.barrier()
        finally:
            if dev.rank < 2:
                [].pop()

    with pytest.raises(KeyError, match="key"):
        run(fn, Mesh(tp=3), X)


def test_a_loop_that_catches_every_error_ends():
    def fn(dev, x):
        while True:
            try:
                return dev.all_reduce(x if dev.rank else x[0])
            except BaseException:
                pass

    message_of(fn, CollectiveMismatch)


def test_a_device_is_of_use_only_to_its_own_code_and_run():
    old = run(lambda dev: dev, Mesh(tp=3)).outputs
    with pytest.raises(ShardError, match="This is rank 0 of"):
        old[0].all_reduce(X)
    message_of(lambda dev, x: old[dev.rank].all_reduce(x))
    message_of(lambda dev, x: run(lambda inner: dev.barrier(), Mesh(tp=2)))

    def in_a_thread(dev, x):
        with ThreadPoolExecutor() as pool:
            return pool.submit(dev.all_reduce, x).result()

    assert "another thread" in message_of(in_a_thread)


def test_a_group_that_the_rank_is_not_in():
    groups = {}

    def fn(dev, x):
        groups[dev.rank] = dev["tp"]
        dev.barrier()
        return groups[0].all_reduce(x) if dev.rank == 2 else None

    words = in_groups(fn)
    assert words.startswith(
        "Rank 2 uses the device of rank 0 of Mesh(dp=2, tp=2), "
        'and rank 2 is not in its dev["tp"], which has ranks 0, 1; '
    )


def test_the_device_of_another_rank():
    devices = {}

    def fn(dev, x):
        devices[dev.rank] = dev
        dev.barrier()
        devices[1 - dev.rank].send(x, 0)

    words = message_of(fn, n=2)
    assert words.startswith("Rank 1 uses the device of rank 0 of Mesh(tp=2); let each rank use")


@pytest.mark.parametrize(
    "use",
    [
        lambda dev: dev.compute(flops=1),
        lambda dev: dev.matmul(X, X.T),
        lambda dev: dev.memory.reserve("x", 1),
        lambda dev: dev.memory.__setitem__("x", X),
    ],
)
def test_nobody_else_sets_a_devices_clock_or_fills_its_memory(use):
    devices = {}

    def fn(dev, x):
        devices[dev.rank] = dev
        dev.barrier()
        if dev.rank == 1:
            use(devices[0])

    assert "Rank 1 uses the device of rank 0" in message_of(fn, n=2)
    result = run(lambda dev: dev, Mesh(tp=1))
    with pytest.raises(ShardError, match="in another run"):
        use(result.outputs[0])
    assert result.memory.peak_bytes[0] == result.timeline.length == 0


def test_shapes_that_do_not_multiply():
    words = message_of(lambda dev, x: dev.matmul(x, x))
    assert words.startswith(r"matmul: on rank 0 X (3, 4) and W (3, 4) do not multiply")


def test_a_rank_that_ends_without_returning():
    def fn(dev, x):
        raise GreenletExit

    assert "ended without returning" in message_of(fn)


def test_catching_the_error_does_not_make_the_run_succeed():
    def fn(dev, x):
        try:
            return dev.all_reduce(x) if dev.rank else dev.all_gather(x, axis=0)
        except ShardError:
            return x

    message_of(fn, CollectiveMismatch)


def test_devices_that_wait_are_ended_and_clean_up():
    ended = []

    def fn(dev, x):
        try:
            if dev.rank == 2:
                raise KeyboardInterrupt
            dev.all_reduce(x)
        finally:
            ended.append(dev.rank)

    with pytest.raises(KeyboardInterrupt):
        run(fn, Mesh(tp=3), X)
    assert sorted(ended) == [0, 1, 2]


def test_a_device_that_swallows_everything_holds_nobody_up():
    def fn(dev, x):
        for _ in range(5):
            try:
                dev.recv(dev.rank, like=x)
            except BaseException:  # what a desperate student writes
                pass

    message_of(fn, Deadlock)
    gc.collect()
    assert run(lambda dev: dev.rank, Mesh(tp=2)).outputs == [0, 1]


def test_many_ranks_share_lines():
    words = message_of(lambda dev, x: dev.rank == 5 or dev.all_reduce(x), Deadlock, n=64)
    assert "ranks 0-4, 6-63: all_reduce" in words
    assert "rank 5: has returned" in words
    assert len(words.splitlines()) < 6


def test_a_run_inside_a_run():
    def outer(dev, x):
        inner = run(lambda d, y: d.all_reduce(y), Mesh(tp=2), x)
        return dev.all_reduce(inner.outputs[0])

    result = run(outer, Mesh(tp=3), X)
    assert np.array_equal(result.outputs[2], 6 * X)
    assert result.traffic.calls == {"all_reduce": 1}


def test_empty_pieces_can_be_reduced_and_glued():
    result = run(lambda dev, x: dev.all_gather(x, axis=0), Mesh(tp=5), shard(X, axis=0))
    assert np.array_equal(result.outputs[4], X)


def test_in_a_broadcast_the_source_is_right():
    words = message_of(lambda dev, x: dev.broadcast(x if dev.rank == 0 else x.T, src=0))
    assert "rank 0 is the odd one out" not in words


def test_pieces_to_glue_must_agree_in_the_other_axes():
    words = message_of(lambda dev, x: dev.all_gather(x[:, : 2 + dev.rank], axis=0))
    assert "agree in every axis but axis 0" in words


def test_a_long_list_of_messages_is_cut():
    def fn(dev, x):
        if dev.rank == 0:
            for _ in range(1000):
                dev.send(x, 1)

    words = message_of(fn)
    assert "1000 times" in words
    assert len(words) < 600


def test_ctrl_c_ends_a_run_and_the_next_one_works(tmp_path):
    """Interrupted as a terminal does it, in a loop that catches every other exception."""
    program = tmp_path / "loop.py"
    program.write_text(
        textwrap.dedent("""
        import numpy as np
        from shardlab import Mesh, run

        def fn(dev, x):
            print("running", flush=True)
            while True:
                try:
                    x = dev.all_reduce(x) / 2
                except Exception:
                    pass

        try:
            run(fn, Mesh(tp=2), np.ones(3))
        except KeyboardInterrupt:
            print(run(lambda dev: dev.rank, Mesh(tp=2)).outputs)
        """)
    )
    running = subprocess.Popen([sys.executable, program], stdout=subprocess.PIPE, text=True)
    try:
        assert running.stdout.readline() == "[rank 0] running\n"
        running.send_signal(signal.SIGINT)
        said, _ = running.communicate(timeout=30)
    finally:
        running.kill()
    assert said.splitlines()[-1] == "[0, 1]"


@pytest.mark.parametrize("note", [None, "raised on rank 1"])
def test_lines_of_an_error_end_between_words_and_say_the_same(monkeypatch, note):
    said = "matmul: " + "some words that go on and on, " * 8 + "W" * 120 + "\n" + "and more, " * 20

    class Formatter:
        def structured_traceback(self, kind, error, *_, **__):
            return ["---> 3 learner's line", f"ShardError: {error}", *(error.__notes__ or ())]

    error = ShardError(said)
    error.__notes__ = [note] if note else []
    shell = type("Shell", (), {"InteractiveTB": Formatter()})
    monkeypatch.setattr("IPython.get_ipython", lambda: shell)
    head, shown, *notes = error._render_traceback_()
    assert head == "---> 3 learner's line" and notes == error.__notes__
    assert shown.split() == f"ShardError: {said}".split()
    assert all(len(line) <= 88 or line == "W" * 120 for line in shown.split("\n"))
