"""A device's memory: what is stored is counted, and hardware with too little of it says so."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from shardlab import Mesh, run, shard
from shardlab.errors import OutOfMemory, ShardError
from shardlab.hardware import A100, Hardware

X = np.arange(12.0).reshape(3, 4)  # 96 bytes


def test_peak_and_history_are_counted_by_device():
    def fn(dev, W):
        dev.memory["W"] = W
        dev.memory["states"] = [W * 0, {"v": W * 0}]
        del dev.memory["states"]
        dev.memory["W"] = W[:1]
        return dev.memory.nbytes, dev.memory.peak_bytes, dev.memory["W"].shape

    result = run(fn, Mesh(tp=2), shard(X, axis=0))
    pieces = [64, 32]
    assert result.memory.peak_bytes.tolist() == [3 * nbytes for nbytes in pieces]
    assert result.memory.held_bytes.tolist() == [32, 32]
    assert result.outputs == [(32, 3 * nbytes, (1, 4)) for nbytes in pieces]
    changes = [(c.name, c.change, c.held) for c in result.memory.history[0]]
    assert changes == [("W", 64, 64), ("states", 128, 192), ("states", -128, 64), ("W", -32, 32)]


@given(st.lists(st.tuples(st.sampled_from("abc"), st.integers(0, 9)), max_size=20))
def test_the_store_holds_what_a_dict_holds(changes):
    """Length 0 deletes; the count is the sum of what a plain dict would hold."""
    plain, peak = {}, 0

    def fn(dev):
        nonlocal peak
        for name, length in changes:
            if length:
                dev.memory[name] = plain[name] = np.zeros(length)
            elif name in plain:
                assert dev.memory.pop(name) is plain.pop(name)
            peak = max(peak, sum(x.nbytes for x in plain.values()))
            assert dev.memory.nbytes == sum(x.nbytes for x in plain.values())
            assert dict(dev.memory) == plain
        return dev.memory.history

    result = run(fn, Mesh(tp=1))
    assert result.memory.peak_bytes[0] == peak
    held = [(c.name, c.change, c.held) for c in result.memory.history[0]]
    assert held == result.outputs[0]
    assert sum(change for _, change, _ in held) == result.memory.held_bytes[0]


def test_a_change_has_the_time_of_its_devices_clock():
    def fn(dev):
        dev.compute(flops=3)
        dev.memory["x"] = X
        dev.compute(flops=2)
        del dev.memory["x"]

    history = run(fn, Mesh(tp=1), hardware=Hardware(flops=1.0)).memory.history[0]
    assert [(c.time, c.held) for c in history] == [(3, 96), (5, 0)]


def test_bytes_can_be_reserved_without_an_array():
    def fn(dev):
        dev.memory.reserve("parameters", 80e9)
        dev.memory.reserve("parameters", 20e9)
        return repr(dev.memory)

    result = run(fn, Mesh(tp=1))
    assert result.memory.peak_bytes[0] == 80_000_000_000
    assert result.outputs[0] == "Memory of device 0: 'parameters' 20 GB, in all 20 GB"


def test_too_little_memory_names_the_device_what_it_held_and_what_it_asked_for():
    def fn(dev):
        dev.memory.reserve("parameters", 50e9)
        if dev.rank == 1:
            dev.memory.reserve("gradients", 20e9)
            dev.memory.reserve("Adam states", 40e9)

    with pytest.raises(OutOfMemory) as caught:
        run(fn, Mesh(tp=2), hardware=A100)
    assert str(caught.value) == (
        "Device 1 of Mesh(tp=2) is out of memory: it holds 'parameters' 50 GB, 'gradients' 20 GB, "
        "and asks for 40 GB for 'Adam states'; A100 has 80 GB. "
        "Delete what is no longer needed, or cut it for more devices."
    )


def test_memory_is_enough_to_the_last_byte():
    exact = replace(A100, memory=192)

    def fn(dev, more):
        dev.memory["x"] = X
        dev.memory["x"] = X  # stored anew, not twice
        dev.memory["y"] = np.zeros(96 + more, dtype=np.int8)
        return dev.memory.nbytes

    assert run(fn, Mesh(tp=2), 0, hardware=exact).outputs == [192, 192]
    with pytest.raises(OutOfMemory, match=r"Device 0 .* asks for 97 B for 'y'"):
        run(fn, Mesh(tp=2), 1, hardware=exact)


def test_a_device_that_ran_out_can_catch_it_and_go_on():
    def fn(dev):
        dev.memory["x"] = X
        try:
            dev.memory["y"] = X
        except OutOfMemory:
            return list(dev.memory)

    assert run(fn, Mesh(tp=1), hardware=replace(A100, memory=100)).outputs == [["x"]]


def test_defaults_work_as_for_a_dict():
    def fn(dev):
        m = dev.memory
        assert m.get("x") is None
        assert m.pop("x", 5) == 5
        assert m.setdefault("x", X) is X
        with pytest.raises(KeyError, match="device 0 holds nothing named 'y'; it holds 'x' 96 B"):
            m.pop("y")
        m.update(y=X, z=[X])
        m.clear()
        return m.nbytes

    assert run(fn, Mesh(tp=1)).outputs == [0]


@pytest.mark.parametrize(
    ("use", "words"),
    [
        (lambda m: m["y"], "device 0 holds nothing named 'y'; it holds 'x' 96 B"),
        (lambda m: m.__delitem__("y"), "holds nothing named 'y'"),
        (lambda m: m.__setitem__("n", 3), "'n' needs an array, or a list.* but got an int"),
        (lambda m: m.__setitem__("n", [X, None]), "but got None"),
        (lambda m: m.__setitem__("n", np.array([None])), "holds Python objects"),
        (
            lambda m: m.reserve("n", -1),
            "0 or more and at most 1e15, not -1",
        ),
        (lambda m: m.reserve("n", "1 GB"), "needs a number of bytes"),
        (lambda m: m.reserve("n", 1e20), "at most 1e15"),
        (lambda m: m.__setitem__([1], X), "a name is a string or a tuple, not a list"),
    ],
)
def test_what_is_no_memory_is_refused(use, words):
    def fn(dev):
        dev.memory["x"] = X
        use(dev.memory)

    with pytest.raises(ShardError, match=words):
        run(fn, Mesh(tp=1))
