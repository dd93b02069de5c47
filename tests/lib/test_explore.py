"""Explorers: they react, and what they show is what a run measures."""

import random
import re
import sys
import warnings
import xml.etree.ElementTree as ET
from decimal import Decimal
from fractions import Fraction

import ipywidgets
import numpy as np
import pytest

from shardlab import explore
from shardlab.errors import ShardError
from shardlab.explore.controls import explorer, slider

SVG = "{http://www.w3.org/2000/svg}"
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


EXPLORERS = [name for name in explore.__all__ if not name.endswith("_view")]


@pytest.mark.parametrize("name", EXPLORERS)
def test_every_control_works_by_keyboard_in_jupyterlab(name):
    *controls, out = getattr(explore, name)().children
    by_keys = (
        ipywidgets.IntSlider,
        ipywidgets.SelectionSlider,
        ipywidgets.ToggleButtons,
        ipywidgets.Dropdown,
    )
    assert all(isinstance(control, by_keys) for control in controls)
    assert all(control.description for control in controls)
    assert isinstance(out, ipywidgets.HTML)


def values(control):
    """What a control can be set to."""
    if isinstance(control, ipywidgets.IntSlider):
        return list(range(control.min, control.max + 1))
    return [each[1] if isinstance(each, tuple) else each for each in control.options]


def sound(html):
    """Well formed, pictures described, no colour of its own for text, and no error in it."""
    tree = ET.fromstring(f"<div>{html}</div>")
    pictures = list(tree.iter(f"{SVG}svg"))
    assert pictures and all(len(each.get("aria-label")) > 20 for each in pictures)
    assert "<style" not in html and "id=" not in html
    assert not [
        p.text for p in tree.iter("p") if re.match(r"\w+_view: |draw\.|simulate", p.text or "")
    ]
    assert not re.search(r"\b(nan|inf|None)\b", " ".join(tree.itertext()))


@pytest.mark.parametrize("name", EXPLORERS)
def test_the_ends_of_every_control_and_any_settings_are_shown(name):
    chance = random.Random(name)
    *controls, out = getattr(explore, name)().children
    sound(out.value)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for _ in range(2):
            for end in (min, max):
                for control in chance.sample(controls, len(controls)):
                    places = range(len(values(control)))
                    control.value = values(control)[end(places)]
                    sound(out.value)
        for _ in range(25):
            control = chance.choice(controls)
            control.value = chance.choice(values(control))
            sound(out.value)


@pytest.mark.parametrize("name", EXPLORERS)
def test_each_control_changes_what_is_shown(name):
    *controls, out = getattr(explore, name)().children
    for control in controls:
        seen, at_first = {out.value}, control.value
        for value in values(control):
            control.value = value
            seen.add(out.value)
        assert len(seen) > 1, control.description
        control.value = at_first


def test_where_settings_cannot_be_shown_the_reason_is():
    def view(n):
        if n > 2:
            raise ShardError("view: n is at most 2.")
        return f"<p>{n}</p>"

    n, out = explorer([slider("n", 1, 1, 4)], view).children
    n.value = 3
    assert out.value == "<p>view: n is at most 2.</p>"
    n.value = 2
    assert out.value == "<p>2</p>"


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
        (
            lambda: explore.split_view(6, 8, 2, 2),
            "by rows \\(0\\) or columns \\(1\\): axis is one of 0, 1; it was 2",
        ),
        (lambda: explore.bubble_view(0, 4), "stages is .* it was 0"),
        (lambda: explore.bubble_view(4, -1), "micro_batches is .* it was -1"),
        (lambda: explore.ring_view(0, 0), "ring_view: n is .* it was 0"),
        (lambda: explore.ring_view(13, 0), "n is a whole number, from 1 to 12; it was 13"),
        (lambda: explore.ring_view(4, 7), "4 devices take 6 steps: step .* from 0 to 6; it was 7"),
        (lambda: explore.ring_view(4, 1.0), "from 0 to 6; it was 1.0"),
        (lambda: explore.pipeline_view(4, 0, "GPipe"), "micro_batches is .* it was 0"),
        (lambda: explore.pipeline_view(4, 8, "PipeDream"), "one of 'GPipe', '1F1B', .*'PipeDream'"),
        (lambda: explore.pipeline_view(4, 8, ["GPipe"]), "schedule is one of"),
        (lambda: explore.pipeline_view(4, 8, "GPipe", 0), "ratio is a number, .* it was 0"),
        (lambda: explore.memory_view(0, 2, 8), "parameters is a number, from 1 .* it was 0"),
        (lambda: explore.memory_view(1e99, 2, 8), "to 1e\\+15; it was 1e\\+99"),
        (lambda: explore.memory_view(9, 2.5, 8), "layers is .* it was 2.5"),
        (lambda: explore.memory_view(9, 2, 8, zero=4), "zero is one of 0, 1, 2, 3; it was 4"),
        (lambda: explore.memory_view(9, 2, 8, optimizer="Lion"), "optimizer is one of 'SGD'"),
        (lambda: explore.memory_view(9, 2, 8, precision="FP8"), "precision is one of 'FP32'"),
        (lambda: explore.memory_view(9, 2, 8, limit="80 GB"), "limit is .* it was '80 GB'"),
        (lambda: explore.scaling_view(1, 1, 1, alpha=0, beta=1), "one device has nobody"),
        (lambda: explore.scaling_view(99, 1, 1, alpha=0, beta=1), "from 1 to 32; it was 99"),
        (lambda: explore.scaling_view(2, 0, 1, alpha=0, beta=1), "t_compute is .* it was 0"),
        (lambda: explore.scaling_view(2, 1, 1, alpha=-1, beta=1), "alpha is .* it was -1"),
        (lambda: explore.scaling_view(2, 1, 1, alpha=0, beta=0), "beta is .* it was 0"),
        (
            lambda: explore.scaling_view(2, 1, 1, alpha=0, beta=1, overlap=2),
            "overlap is a number, from 0 to 1; it was 2",
        ),
        (lambda: explore.mesh_view(0, 1, 1, 0), "dp is .* it was 0"),
        (lambda: explore.mesh_view(2, 2, 2, 8), "rank is .* from 0 to 7; it was 8"),
        (lambda: explore.mesh_view(9, 9, 9, 0), "729 devices are too many, at most 64"),
        (lambda: explore.mesh_view(2, 2, 2, 0, node=0), "node is .* it was 0"),
        (lambda: explore.stragglers_view(0, 3, 0.1), "k is .* it was 0"),
        (lambda: explore.stragglers_view(2, 0, 0.1), "slow is .* it was 0"),
        (lambda: explore.stragglers_view(2, 3, True), "lr is .* it was True"),
    ],
)
def test_a_view_says_what_it_needs(call, said):
    with pytest.raises(ShardError, match=said) as caught:
        call()
    assert "\n" not in str(caught.value)


VIEWS = {  # settings that each view can show: whole numbers, then numbers
    "split_view": ({"rows": 5, "columns": 7, "n": 2, "axis": 1}, {}),
    "bubble_view": ({"stages": 3, "micro_batches": 4}, {}),
    "ring_view": ({"n": 3, "step": 1}, {}),
    "pipeline_view": ({"stages": 3, "micro_batches": 4}, {"ratio": 2}),
    "memory_view": (
        {"layers": 2, "d_model": 8, "N": 1, "k": 2, "zero": 1, "tokens": 16},
        {"parameters": 99, "limit": 8000},
    ),
    "scaling_view": ({"k": 3}, {"t_compute": 1, "nbytes": 3, "alpha": 0, "beta": 1, "overlap": 1}),
    "mesh_view": ({"dp": 1, "pp": 2, "tp": 2, "rank": 3, "node": 2}, {}),
    "stragglers_view": ({"k": 3}, {"slow": 2, "lr": 0.25}),
}
OTHERS = {"pipeline_view": {"schedule": "GPipe"}}
BAD = [
    *(True, np.True_, None, "3", b"3", [3], {3: 3}, np.array([1, 2]), 1j, Decimal(2), object()),
    *(float("nan"), float("inf"), 10**400, -(10**400), Fraction(10**400), -1, "x" * 10**5),
]
SETTINGS = [
    (view, name) for view, kinds in VIEWS.items() for name in [n for each in kinds for n in each]
]


def test_each_view_has_its_settings_in_these_laws():
    assert set(VIEWS) == {name for name in explore.__all__ if name.endswith("_view")}


@pytest.mark.parametrize(("view", "name"), SETTINGS)
def test_a_view_refuses_what_is_no_such_number_in_one_short_sentence(view, name):
    whole, real = VIEWS[view]
    for bad in [*BAD, *((2.0, 10**9) if name in whole else ())]:
        with pytest.raises(ShardError, match=f"{name} is ") as caught:
            getattr(explore, view)(**(whole | real | OTHERS.get(view, {}) | {name: bad}))
        assert "\n" not in str(caught.value) and len(str(caught.value)) < 160


@pytest.mark.parametrize("view", VIEWS)
def test_any_type_of_number_shows_the_same(view):
    whole, real = VIEWS[view]
    others, show = OTHERS.get(view, {}), getattr(explore, view)
    for count, number in ((np.int64, Fraction), (np.uint8, np.float32), (np.int16, np.int64)):
        counted = {name: count(value) for name, value in whole.items()}
        numbered = {n: number(v) if v % 1 == 0 else np.float32(v) for n, v in real.items()}
        assert show(**counted, **numbered, **others) == show(**whole, **real, **others)


def test_without_widgets_it_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "ipywidgets", None)
    with pytest.raises(ShardError, match="pip install ipywidgets"):
        explore.split()
