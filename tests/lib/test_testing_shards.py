"""shardlab.testing, one array a device: each slip gets its own name, no cut is square."""

import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from shardlab import shard
from shardlab.testing import assert_shards

from .sentences import sentence


def message(*args, ends=".", **options) -> str:
    text = sentence(assert_shards, *args, longest=320, ends=ends, **options)
    assert "is not what was asked for" not in text  # said only where a diagnosis breaks
    return text


def whole(d_in, d_out, seed=0):
    return np.random.default_rng(seed).normal(size=(d_in, d_out))


cuts = st.tuples(st.integers(1, 7), st.integers(1, 5), st.integers(1, 5), st.integers(0, 1))


@given(cuts, st.sampled_from([list, tuple]), st.booleans())
def test_an_even_cut_passes_as_views_or_copies(cut, kind, copies):
    other, width, n, axis = cut
    W = whole(*((other, width * n) if axis else (width * n, other)))
    pieces = np.split(W, n, axis)
    assert_shards(kind(p.copy() if copies else p for p in pieces), pieces, axis, dtype=True)


@given(cuts)
def test_an_uneven_cut_like_the_librarys_passes(cut):
    other, length, n, axis = cut
    W = whole(*((other, length + n) if axis else (length + n, other)))
    assert_shards(np.array_split(W, n, axis), shard(W, axis, n), axis)


def test_float32_passes_unless_the_dtype_counts():
    W = whole(3, 8)
    pieces = np.split(W, 2, axis=1)
    as32 = [p.astype("f4") for p in pieces]
    assert_shards(as32, pieces, axis=1)
    assert "from float64 to float32 on device 0; make" in message(as32, pieces, 1, dtype=True)
    assert "on device 1" in message([pieces[0], as32[1]], pieces, 1, dtype=True)


# slips of cutting W into n pieces along axis 1
CUT = {
    "is None; put your own value": lambda W, n: None,
    "still `...`": lambda W, n: ...,
    "returned a generator, not a list": lambda W, n: (p for p in np.split(W, n, axis=1)),
    "returned a dict, not a list": lambda W, n: dict(enumerate(np.split(W, n, axis=1))),
    "not cut, or glued again": lambda W, n: W,
    "returned one array 2×2, not a list": lambda W, n: W[:2, :2],
    "return list(…) of it": lambda W, n: np.stack(np.split(W, n, axis=1)),
    "the piece of device 0 is not an array": lambda W, n: [p.tolist() for p in np.split(W, n, 1)],
    "only one device has the result, device 1 has None": lambda W, n: [
        np.split(W, n, 1)[0],
        *[None] * (n - 1),
    ],
    "only one device has the result, device 0 holds zeros": lambda W, n: [
        p * (i == 1) for i, p in enumerate(np.split(W, n, 1))
    ][: max(n, 2)],
    "zero everywhere, on every device": lambda W, n: [p * 0 for p in np.split(W, n, 1)],
    "every device holds the whole array": lambda W, n: [W] * n,
    "every device holds the piece of device 0": lambda W, n: [
        W[:, : W.shape[1] // n] for _ in range(n)
    ],
    "share one array": lambda W, n: [np.split(W + 1, n, 1)[0]] * n,
    "wrong order: device 0 holds the piece of device": lambda W, n: np.split(W, n, 1)[::-1],
    "cut along the wrong axis: axis 0": lambda W, n: np.array_split(W, n, axis=0),
    "each piece is transposed": lambda W, n: [p.T for p in np.split(W, n, 1)],
    "the whole was transposed before the cut": lambda W, n: np.array_split(W.T, n, 1),
    "are dealt out in turns": lambda W, n: [W[:, i::n] for i in range(n)],
    "reshaped, not cut": lambda W, n: list(W.reshape(n, len(W), -1)),
    "the right values in wrong shapes": lambda W, n: [p.ravel() for p in np.split(W, n, 1)],
    "is the number of pieces, not a size": lambda W, n: [
        W[:, i : i + n] for i in range(0, W.shape[1], n)
    ],
    "what is left over as a piece of its own": lambda W, n: np.split(
        W, [i * (W.shape[1] // n - 1) for i in range(1, n + 1)], axis=1
    ),
    "the pieces are too small": lambda W, n: [c[:, None] for c in W.T],
    "look where the loop or range ends": lambda W, n: np.split(W, n, 1)[:-1],
    "went to no device": lambda W, n: np.split(W[:, :-n], n, axis=1),
    "device 1 gets no columns": lambda W, n: [
        W[:, i * W.shape[1] : W.shape[1] // n] for i in range(n)
    ],
    "its dtype is int64, not float64, so the digits": lambda W, n: [
        (9 * p).astype(int) / 9 if i else p.astype(int) for i, p in enumerate(np.split(W, n, 1))
    ],
    "a list of one array": lambda W, n: [np.stack(np.split(W, n, 1))],
    "the cut is uneven": lambda W, n: np.split(
        W, [*range(1, n - 1), W.shape[1] - W.shape[1] // n - 1], axis=1
    ),
    "overlap": lambda W, n: [
        W[:, i * W.shape[1] // n : (i + 1) * W.shape[1] // n + 1] for i in range(n)
    ],
    "leave a gap": lambda W, n: [
        W[:, i * W.shape[1] // n + (i > 0) : (i + 1) * W.shape[1] // n] for i in range(n)
    ],
    "2 zero columns too many at the end": lambda W, n: np.array_split(
        np.pad(W, ((0, 0), (0, 2))), [i * W.shape[1] // n for i in range(1, n)], axis=1
    ),
    "the array of device 0: is 7 times too large": lambda W, n: [7 * p for p in np.split(W, n, 1)],
    "elements are wrong, the first at [0, 0]": lambda W, n: [p + 0.1 for p in np.split(W, n, 1)],
}


@pytest.mark.parametrize("phrase", CUT)
@pytest.mark.parametrize("shape", [(5, 18, 3), (7, 12, 4), (4, 15, 3), (9, 10, 2)], ids=str)
def test_each_slip_of_a_cut_has_its_own_name(phrase, shape):
    d_in, d_out, n = shape
    W = whole(d_in, d_out)
    text = message(CUT[phrase](W, n), np.split(W, n, axis=1), axis=1, name="f(W)")
    assert text.startswith("f(W): ") and phrase in text
    assert [other for other in CUT if other in text and other not in phrase] == []


@pytest.mark.parametrize("off", [-1, 1])
def test_a_gap_or_an_overlap_is_put_down_to_the_end_of_the_slice_that_is_wrong(off):
    W = whole(5, 12)
    ends = message([W[:, 4 * i : 4 * i + 4 + off] for i in range(3)], np.split(W, 3, 1), axis=1)
    assert "let each end where the next one begins" in ends
    cuts = [W[:, 4 * i - off * (i > 0) : 4 * i + 4] for i in range(3)]
    assert "let each begin where the last one ended" in message(cuts, np.split(W, 3, 1), axis=1)


def test_what_went_to_no_device_is_a_rest_or_a_slice_that_ends_too_soon():
    W = whole(5, 11)
    rest = message(np.split(W[:, :9], 3, 1), np.array_split(W, 3, 1), axis=1)
    assert "the last columns (2 of 11)" in rest and "what the division leaves over" in rest
    soon = message([W[:, :10]], [W], axis=1)
    assert "the last column went to no device: 5×10; look where the slice ends" in soon


def test_pieces_as_wide_as_there_are_devices_are_put_down_to_that():
    W = whole(5, 12)
    text = message([W[:, 3 * i : 3 * i + 3] for i in range(3)], np.split(W, 3, 1), axis=1)
    assert "(3 of 12)" in text and "3 is the number of pieces, not the size of one" in text


def test_a_loop_that_runs_or_keeps_too_little_is_named():
    W = whole(6, 4)
    pieces = np.split(W, 3)
    assert "the last one empty; look where the loop" in message([*pieces, W[6:]], pieces, axis=0)
    assert "does the append stand inside the loop?" in message(pieces[2:], pieces, axis=0, ends="?")
    assert "the last of them" not in message(pieces[:1], pieces, axis=0)


def test_a_cut_between_the_columns_is_named_also_where_it_ends_too_soon():
    W = whole(6, 8)
    slices = [W[:, 2 * i : 2 * i + 2] for i in range(3)]  # two rows a piece, taken from the columns
    assert "cut along the wrong axis: axis 1" in message(slices, np.split(W, 3), axis=0)
    few = [W[:, i : i + 1] for i in range(3)]  # less than half of it may be anything
    assert "wrong axis" not in message(few, np.split(W, 3), axis=0)


@pytest.mark.parametrize("phrase", ["wrong axis: axis 1", "dealt out in turns", "no device"])
def test_a_row_cut_speaks_of_rows(phrase):
    W = whole(8, 6)
    slips = {
        "wrong axis: axis 1": np.split(W, 2, axis=1),
        "dealt out in turns": [W[::2], W[1::2]],
        "no device": [W[:3], W[3:6]],
    }
    text = message(slips[phrase], np.split(W, 2), axis=0)
    assert phrase in text and "rows" in text


@given(cuts, st.data())
def test_any_other_order_is_called_an_order(cut, data):
    other, width, n, axis = cut
    W = whole(*((other, width * n) if axis else (width * n, other)))
    pieces = [p.copy() for p in np.split(W, n, axis)]
    order = data.draw(st.permutations(range(n)))
    if order != list(range(n)):
        assert "wrong order" in message([pieces[i] for i in order], pieces, axis)


def test_unequal_pieces_are_told_apart_too():
    pieces = np.array_split(whole(4, 11), 3, axis=1)
    assert "wrong order: device 0 holds the piece of device 2" in message(pieces[::-1], pieces, 1)
    assert "the cut is uneven: 4×5, 4×3, 4×3" in message(
        np.split(whole(4, 11), [5, 8], axis=1), pieces, 1
    )
    wide = [p.shape[1] for p in pieces]
    assert wide == [4, 4, 3]


@given(st.integers(0, 10**6), st.integers(2, 5), st.integers(0, 1), st.data())
def test_no_device_is_named_where_pieces_are_alike(seed, n, axis, data):
    A, B = np.random.default_rng(seed).normal(size=(2, 3, 3))
    pieces = [A] * n + [B]
    held = data.draw(st.lists(st.sampled_from(range(n + 1)), min_size=n + 1, max_size=n + 1))
    value = [pieces[k].copy() for k in held]
    if any(v is not p and (v != p).any() for v, p in zip(value, pieces, strict=True)):
        text = message(value, pieces, axis)
        assert not re.search(f"piece of device [0-{n - 1}]", text)
        if "wrong order" in text:
            assert sum(k == n for k in held) == 1


def test_only_true_things_are_said_of_pieces_alike():
    A, B, C = np.random.default_rng(1).normal(size=(3, 4, 2))
    pieces = [A, A, B, C]
    swapped = [p.copy() for p in (A, A, C, B)]
    assert "wrong order: device 2 holds the piece of device 3" in message(swapped, pieces, 1)
    doubled = [p.copy() for p in (A, A, C, C)]
    assert "answer: device 2 holds the piece of device 3" in message(doubled, pieces, 1)
    same = [A.copy() for _ in pieces]
    assert "every device holds the same piece" in message(same, pieces, 1)


@given(st.integers(0, 10**6), st.integers(2, 4), st.integers(0, 1))
def test_repeated_lines_are_neither_an_overlap_nor_a_gap(seed, n, axis):
    """1 2 1 2 1 2: a run may begin at many places."""
    tile = np.random.default_rng(seed).normal(size=(3, 2))
    W = np.tile(tile, n) if axis else np.tile(tile.T, (n, 1))
    pieces = np.split(W, n, axis)
    value = [p.copy() for p in pieces]
    value[-1][0, 0] += 9
    text = message(value, pieces, axis)
    assert f"the array of device {n - 1}: 1 of 6 elements are wrong" in text


def test_an_uneven_cut_that_is_asked_for_is_not_called_even():
    W = whole(3, 6)
    asked = np.split(W, [1], axis=1)
    text = message(np.split(W, [3], axis=1), asked, 1)
    assert "the cut is uneven" in text and "keeps the size of its own piece" in text


def test_a_mask_is_not_called_a_pad():
    W = whole(4, 6)
    masked = [np.where(np.arange(6) // 3 == i, W, 0) for i in range(2)]
    assert "pad" not in message(masked, np.split(W, 2, axis=1), 1)


def test_numbers_and_odd_things_in_the_list():
    assert_shards([np.float64(3), np.float64(4)], [3.0, 4.0])
    for axis in (None, 0):
        text = message([np.float64(3), np.float64(5)], [3.0, 4.0], axis)
        assert "the array of device 1: 1 of 1 elements are wrong" in text
    pieces = np.split(whole(4, 6), 3, axis=1)
    for odd in (np.array(["2020"], "M8[Y]"), np.zeros(2, "i4,f4"), np.array([None])):
        assert "the piece of device 1 holds dtype" in message(
            [pieces[0], odd, pieces[2]], pieces, 1
        )
    message([pieces[0], np.array(1.0), pieces[2]], pieces, 1)


def test_right_values_in_shared_memory_are_refused_only_where_shared():
    Y = np.random.default_rng(1).normal(size=(3, 4))
    assert "devices 0 and 2 share one array" in message([Y, Y.copy(), Y[:]], [Y] * 3)
    assert_shards([Y, Y.copy()], [Y, Y])
    W = whole(3, 8)
    assert_shards(np.split(W, 4, axis=1), np.split(W, 4, axis=1), axis=1)  # views side by side


# --- every device with a result of its own -------------------------------------------------------

REDUCE = {
    "the partial sums are not added": lambda p: p,
    "only one device has the result, device 0, the others their own": lambda p: [sum(p), *p[1:]],
    "only one device has the result, device 2, the others lack": lambda p: [
        p[0] + p[1],
        p[1],
        sum(p),
    ],
    "each device holds a piece of the sum": lambda p: np.array_split(sum(p), len(p)),
    "only one device has the result, device 0 has None": lambda p: [None, sum(p), None],
    "only one device has the result, device 1 holds zeros": lambda p: [sum(p), 0 * p[0], 0 * p[0]],
    "averaged, not summed": lambda p: [sum(p) / 3 for _ in p],
    "summed twice": lambda p: [2 * sum(p) for _ in p],
    "3 times too large": lambda p: [3 * sum(p) for _ in p],
    "share one array": lambda p: [sum(p)] * 3,
    "returned 2 arrays for 3 devices": lambda p: [sum(p), sum(p)],
    "lacks the partial sum of device 2": lambda p: [p[0] + p[1] for _ in p],
}


@pytest.mark.parametrize("phrase", REDUCE)
@pytest.mark.parametrize("seed", range(4))
def test_each_slip_of_an_all_reduce_has_its_own_name(phrase, seed):
    rng = np.random.default_rng(seed)
    parts = [rng.normal(size=(3, 5)) for _ in range(3)]
    sums = [sum(parts)] * 3
    assert_shards([sum(parts) for _ in parts], sums, parts=parts)
    text = message(REDUCE[phrase](parts), sums, parts=parts)
    assert phrase in text
    assert [other for other in REDUCE if other in text and other not in phrase] == []


def test_slips_of_the_exercise_come_first():
    pieces = np.split(whole(4, 6), 2, axis=1)
    slips = {"mirrored": [p[:, ::-1] for p in pieces]}
    assert message(slips["mirrored"], pieces, 1, slips=slips) == "the answer: mirrored."
    assert_shards(pieces, pieces, 1, slips={"right": pieces})


# slips of gluing three pieces along axis 1, for every device
GLUED = {
    "glues the pieces in the wrong order [1, 0, 2]; go": lambda pieces: [
        np.hstack([own, *(p for p in pieces if p is not own)]) for own in pieces
    ],
    "glues the pieces in the wrong order [2, 1, 0]; go": lambda pieces: [
        np.hstack(pieces[::-1]) for _ in pieces
    ],
    "device 0: lacks the piece of device 2": lambda pieces: [np.hstack(pieces[:2]) for _ in pieces],
    "returned one array 2×6, not a list": np.hstack,
    "devices 0 and 1 share one array": lambda pieces: [np.hstack(pieces)] * 3,
}


@pytest.mark.parametrize("phrase", GLUED)
def test_what_every_device_should_hold_glued_is_held_against_its_pieces(phrase):
    W = whole(2, 6)
    pieces = [W[:, :1], W[:, 1:4], W[:, 4:]]
    assert_shards([W.copy() for _ in pieces], [W] * 3, 1, pieces=pieces)
    assert phrase in message(GLUED[phrase](pieces), [W] * 3, 1, pieces=pieces)


def test_a_number_in_place_of_a_list_may_be_the_sum_of_everything():
    parts = [whole(2, 3, seed) for seed in range(3)]
    expected = [sum(parts)] * 3
    for number in (np.sum(parts), float(np.sum(parts)), np.array(np.sum(parts))):
        assert "adds everything into one number" in message(number, expected, parts=parts)
    for other in (7, np.int64(7), 2.5):
        assert "returned one number, not a list" in message(other, expected, parts=parts)
    assert "returned a bool, not a list" in message(True, expected, parts=parts)
