"""Plain data crosses unchanged, shared memory stays shared, and a forged frame is only refused."""

import json
import math
import struct

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from autograder import wire
from autograder.wire import HEAD, WireError, pack, unpack
from autograder.wire.told import tell, untell
from autograder.wire.values import OBJECTS, NotPlain
from shardlab import Mesh, Shards, shard
from shardlab.hardware import A100
from shardlab.pipeline import B, F


def frame(parts):
    whole = b"".join(parts)
    head, _ = HEAD.unpack(whole[: HEAD.size])
    return whole[HEAD.size : HEAD.size + head], whole[HEAD.size + head :]


def cross(value):
    return unpack(*frame(pack(value)[0]), objects=tuple(OBJECTS)).value


def call(fn, *args):
    """What a call of `fn` on the other side gives back here."""
    parts, sent = pack(args)
    request = unpack(*frame(parts), objects=tuple(OBJECTS))
    value = fn(*request.value)
    reply, _ = pack((value, request.value), request)
    return unpack(*frame(reply), asked=sent).value[0]


def alike(a, b):
    if type(a) is not type(b):
        return False
    if isinstance(a, np.ndarray):
        return a.dtype == b.dtype and a.shape == b.shape and a.tobytes() == b.tobytes()
    if isinstance(a, np.generic):
        return a.dtype == b.dtype and a.tobytes() == b.tobytes()
    if isinstance(a, float) and math.isnan(a):
        return math.isnan(b)
    if isinstance(a, complex):
        return alike(a.real, b.real) and alike(a.imag, b.imag)
    if isinstance(a, list | tuple):
        return len(a) == len(b) and all(map(alike, a, b))
    if isinstance(a, dict):
        return alike(list(a.items()), list(b.items()))
    return a == b


scalars = st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.binary()
scalars |= st.complex_numbers() | st.just(...) | st.fractions()
dtypes = hnp.scalar_dtypes().filter(lambda d: d.kind in "biufcSU")
arrays = hnp.arrays(dtypes, hnp.array_shapes(min_dims=0, min_side=0, max_dims=3, max_side=4))
keys = st.integers() | st.text() | st.tuples(st.integers(), st.text())
values = st.recursive(
    scalars | arrays | st.frozensets(st.integers()) | st.sets(st.text()),
    lambda inner: st.lists(inner) | st.tuples(inner, inner) | st.dictionaries(keys, inner),
    max_leaves=12,
)


@given(values)
def test_what_is_plain_comes_out_as_it_went_in(value):
    assert alike(cross(value), value)


@pytest.mark.parametrize("scalar", [np.float32(1.5), np.int8(-3), np.bool_(True), np.str_("µ")])
def test_numpy_scalars_stay_what_they_are(scalar):
    assert alike(cross(scalar), scalar)


@pytest.mark.parametrize("view", [np.s_[:, ::2], np.s_[::-1], np.s_[1:2, :0], np.s_[..., None]])
def test_a_view_keeps_its_strides(view):
    array = np.arange(24.0).reshape(4, 6)[view]
    came = cross(array)
    assert alike(came, array) and came.strides == array.strides


def test_one_object_stays_one():
    inner, array = [1], np.ones(3)
    came = cross([inner, (inner, array), array])
    assert came[0] is came[1][0] and came[1][1] is came[2]


def test_views_of_one_array_share_memory_and_others_do_not():
    W = np.arange(12.0).reshape(3, 4)
    a, b, c = cross([W[:, :2], W[:, 1:3], W[:, 3:]])
    assert np.shares_memory(a, b) and not np.shares_memory(a, c) and not np.shares_memory(b, c)


def test_only_the_bytes_of_a_view_are_sent():
    table = np.zeros((50, 2))
    table[:, 1] = 1234.5678  # what a test holds against, beside what it gives away
    head, data = frame(pack(table[:, 0])[0])
    assert struct.pack("d", 1234.5678) not in head + data


@pytest.mark.parametrize(
    "value", [Mesh(dp=2, tp=3), A100, F(3), B(2, 1)], ids=lambda value: type(value).__name__
)
def test_values_of_the_library_cross(value):
    assert cross(value) == value and type(cross(value)) is type(value)


@pytest.mark.parametrize("parts", [("1e999999", 1), (1, 0), (1.5, 1), (True, 2)])
def test_a_fraction_is_made_of_two_integers_alone(parts):
    _, _, make = OBJECTS["Fraction"]
    with pytest.raises((TypeError, ZeroDivisionError)):
        make(*parts)


def test_shards_and_cuts_cross():
    shards = Shards([np.ones((2, 1)), np.zeros((2, 3))], axis=1)
    came = cross(shards)
    assert came.axis == 1 and all(map(alike, came.pieces, shards.pieces))
    cut = cross(shard(np.ones((2, 3)), axis=1, over="dp"))
    assert (cut.axis, cut.over, cut.array.shape) == (1, ("dp",), (2, 3))


class Celsius(float):
    pass


class Agreeable:
    def __eq__(self, other):
        return True


def itself():
    held = []
    held.append(held)
    return held


def deep():
    held = []
    for _ in range(1000):
        held = [held]
    return held


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ((i for i in ()), "a generator; return a list"),
        (map(str, ()), "a map; return a list"),
        (range(3), "a range; return a list"),
        ({}.keys(), "a dict_keys; return a list"),
        (Celsius(3), "a Celsius, a class made from float; return float"),
        (Agreeable(), "an Agreeable; return numbers"),
        (np.zeros((1, 1)).view(np.recarray), "an array of the class recarray; return a plain one"),
        (np.ma.array([1]), "a masked array"),
        (np.array([None]), "an array of dtype object"),
        (np.array(["2020"], dtype="M8"), "an array of dtype datetime64"),
        (np.zeros(2, dtype=[("a", int)]), "an array of dtype"),
        (print, "a function"),
        (Agreeable, "the class Agreeable"),
        (itself(), "a list that holds itself"),
        (deep(), "lists in lists"),
        (1 << 20_000, "an integer of 20001 bits"),
        ([0] * 1_000_001, "more than 1,000,000 values"),
        (np.broadcast_to(0.0, (1 << 26,)), "more than 256 MB"),
        ("x" * (17 << 20), "more than 256 MB"),
    ],
    ids=lambda value: value[:30] if isinstance(value, str) else "",
)
def test_what_is_not_plain_is_named(value, words):
    with pytest.raises(NotPlain) as caught:
        pack([value])
    assert words in str(caught.value)


# -- a call is passed by copy and restore --------------------------------------------------------


def test_an_argument_that_comes_back_is_the_argument():
    W, held, named = np.ones((2, 3)), [1, [2]], {"a": (1, 2)}
    assert call(lambda W: W, W) is W
    assert call(lambda held: held[1], held) is held[1]
    assert call(lambda named: named["a"], named) is named["a"]
    assert call(lambda mesh: mesh, mesh := Mesh(tp=2)) is mesh


def test_a_view_of_an_argument_is_a_view_of_it():
    W = np.arange(12.0).reshape(3, 4)
    left = call(lambda W: W[:, :2], W)
    assert np.shares_memory(left, W) and alike(left, W[:, :2])
    assert not np.shares_memory(call(lambda W: W[:, :2].copy(), W), W)


def test_what_a_function_does_to_its_arguments_is_done():
    W, held, named = np.zeros((2, 3)), [1, [2]], {"W": None}
    named["W"], inner = W, held[1]

    def change(W, held, named):
        W[0, 1] = 7
        held[1].append(3)
        held.append(4)
        named["new"] = named["W"][0]

    call(change, W, held, named)
    assert W.tolist() == [[0, 7, 0], [0, 0, 0]]
    assert held == [1, [2, 3], 4] and held[1] is inner
    assert named["W"] is W and np.shares_memory(named["new"], W)


def test_bytes_between_those_of_an_argument_stay():
    table = np.arange(10.0).reshape(5, 2)
    call(lambda x: x.fill(-1), table[:, 0])
    assert table[:, 0].tolist() == [-1] * 5 and table[:, 1].tolist() == [1, 3, 5, 7, 9]


def test_a_read_only_argument_is_read_only_there():
    W = np.ones(3)
    W.flags.writeable = False
    with pytest.raises(ValueError, match="read-only"):
        call(lambda W: W.fill(2), W)


def test_memory_that_was_not_sent_is_not_handed_out():
    table = np.arange(10.0).reshape(5, 2)
    parts, sent = pack(table[:, 0])
    request = unpack(*frame(parts))
    beside = np.ndarray((4,), float, request.regions[0], offset=8, strides=(16,))
    reply, _ = pack(beside, request)
    with pytest.raises(WireError, match="not sent"):
        unpack(*frame(reply), asked=sent)


# -- forged frames ---------------------------------------------------------------------------------


def forged(**changes):
    table = {"value": [0], "nodes": [["list", [1]]], "sizes": [], "regions": [], "changed": {}}
    return json.dumps(table | changes).encode(), b""


@pytest.mark.parametrize(
    "table",
    [
        {"value": [1]},
        {"value": [-1]},
        {"value": {"a": 1}},
        {"nodes": [["list", [[0]]]]},
        {"nodes": [["list", [[-1]]]]},
        {"nodes": [["restore", [1]]]},
        {"nodes": [["__class__"]]},
        {"nodes": [["object", "Mesh", [1]]]},
        {"nodes": [["function", 0, "f"]]},
        {"nodes": [["theirs", 0]]},
        {"nodes": [["list", [1], {"same": 0}]]},
        {"nodes": [["dict", [[0]], [1]]]},
        {"nodes": [["scalar", "O", 0]]},
        {"nodes": [["bytes", -1]]},
        {"nodes": [["array", "|O8", [1], [8], 0, 0, "ours", True]]},
        {"nodes": [["array", "<f8", [1 << 40], [0], 0, 0, "ours", True]]},
        {"nodes": [["array", "<f8", [-1], [8], 0, 0, "ours", True]]},
        {"nodes": [["array", "<f8", [9], [8], 0, 0, "ours", True]]},
        {"nodes": [["array", "<f8", [9], [8], 0, 0, "theirs", True]]},
        {"sizes": [-1]},
        {"sizes": [10]},
        {"sizes": ["a"]},
        {"changed": {"0": 0}},
        {"nodes": 3},
    ],
)
def test_a_forged_frame_is_refused(table):
    with pytest.raises(WireError):
        unpack(*forged(**table))


@settings(max_examples=300)
@given(st.binary(max_size=200), st.binary(max_size=50))
def test_noise_is_refused(head, data):
    with pytest.raises(WireError):
        unpack(head, data)


@settings(max_examples=300)
@given(values, st.data())
def test_a_damaged_frame_gives_plain_data_or_is_refused(value, data):
    head, buffers = frame(pack(value)[0])
    at = data.draw(st.integers(0, len(head) - 1))
    head = head[:at] + data.draw(st.binary(min_size=1, max_size=1)) + head[at + 1 :]
    try:
        came = unpack(head, buffers).value
    except WireError:
        return
    pack(came)


def test_nested_json_is_refused():
    with pytest.raises(WireError):
        unpack(b"[" * 200_000, b"")
    assert wire.TABLE < wire.DATA


class Missing(KeyError):
    """Of a student's own."""


@pytest.mark.parametrize("cls", [KeyError, Missing])
@pytest.mark.parametrize("key", [None, "None", "a", 3, (1, 2)])
def test_a_key_error_says_which_key(key, cls):
    again = untell(tell(cls(key), lambda file: False))
    assert isinstance(again, KeyError) and type(again).__name__ == cls.__name__
    assert str(again) == str(cls(key))
