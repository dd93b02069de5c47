"""Explorers: they react, and what they show is what a run measures."""

import re
import sys

import ipywidgets
import numpy as np
import pytest

from shardlab import explore
from shardlab.errors import ShardError

rng = np.random.default_rng(11)


def cells(html):
    """The cells of the table, by device."""
    rows = re.findall(r"<tr>(.*?)</tr>", html)[1:]
    return [re.findall(r"<td[^>]*>(.*?)</td>", row) for row in rows]


def test_the_explorer_redraws_when_a_slider_moves():
    box = explore.split()
    rows, columns, n, cut, out = box.children
    before = out.value
    n.value = 4
    assert out.value != before and len(cells(out.value)) == 4
    columns.value, rows.value = 10, 5
    assert cells(out.value)[0][0] == "(5, 3)"
    assert "2 of zeros (hatched) make 12, 20.0% on top" in out.value
    cut.value = "rows (axis 0)"
    assert cells(out.value)[0][0] == "(2, 10)" and "partial sum" in out.value
    rows.value = 8
    assert "hatched" not in out.value


def test_every_control_works_by_keyboard_in_jupyterlab():
    for box in (explore.split(), explore.bubble()):
        for control in box.children[:-1]:
            assert isinstance(control, ipywidgets.IntSlider | ipywidgets.ToggleButtons)


@pytest.mark.parametrize("axis", [0, 1])
def test_the_table_holds_what_the_pieces_weigh(axis):
    for _ in range(12):
        rows, columns, n = (int(k) for k in rng.integers(1, [13, 13, 9]))
        html = explore.split_view(rows, columns, n, axis)
        held = [int(row[1].replace(",", "")) for row in cells(html)]
        length, other = (columns, rows) if axis else (rows, columns)
        each = -(-length // n)
        assert held == [8 * each * other] * n
        assert ("hatched" in html.split("<p>")[-1]) == (length % n > 0)


def test_a_column_cut_sends_nothing_to_multiply_and_a_row_cut_must_add():
    for n in (2, 3, 5):
        columns, rows = (cells(explore.split_view(6, 9, n, axis)) for axis in (1, 0))
        assert all(row[3] == "0" for row in columns + rows)
        width = -(-9 // n)
        assert all(int(row[4]) == (n - 1) * 4 * width * 8 for row in columns)
        sent = sum(int(row[4].replace(",", "")) for row in rows)
        assert sent == 2 * (n - 1) * 4 * 9 * 8  # a ring, all devices together


def test_one_device_saves_and_sends_nothing():
    html = explore.split_view(6, 8, 1, 1)
    assert "nothing is saved, nothing is sent" in html
    assert cells(html)[0][4] == "0"


def test_the_bubble_explorer_shows_idle_and_work():
    box = explore.bubble()
    stages, micro_batches, out = box.children
    assert "0.750 of the total time is idle" in out.value
    stages.value, micro_batches.value = 3, 6
    assert "0.250 of the total time is idle, so 0.750 is work" in out.value


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: explore.split_view(0, 8, 2, 1), "split_view: rows is .* it was 0"),
        (lambda: explore.split_view(6, 8.0, 2, 1), "columns is .* it was 8.0"),
        (lambda: explore.split_view(6, 8, None, 1), "n is .* it was None"),
        (lambda: explore.split_view(6, 8, 2, 2), "axis is 0 for rows or 1 for columns"),
        (lambda: explore.bubble_view(0, 4), "stages is .* it was 0"),
        (lambda: explore.bubble_view(4, -1), "micro_batches is .* it was -1"),
    ],
)
def test_a_view_says_what_it_needs(call, said):
    with pytest.raises(ShardError, match=said):
        call()


def test_without_widgets_it_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "ipywidgets", None)
    with pytest.raises(ShardError, match="pip install ipywidgets"):
        explore.split()
