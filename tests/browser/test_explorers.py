"""Every explorer in JupyterLab: it follows the keyboard, in a light and in a dark theme."""

import re
from pathlib import Path

import nbformat
import pytest
from open_notebook import OpenNotebook

from shardlab import explore

NAMES = [name for name in explore.__all__ if not name.endswith("_view")]
PATH = "explorers.ipynb"


@pytest.fixture
def explorers(page, lab):
    """One cell for each, after the import."""
    cells = ["from shardlab import explore", *(f"explore.{name}()" for name in NAMES)]
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(each) for each in cells])
    notebook.metadata.kernelspec = {"name": "python3", "display_name": "Python 3"}
    nbformat.write(notebook, lab.folder / PATH)
    opened = OpenNotebook(page, lab, PATH)
    opened.run_all()
    return opened


def test_explorers_follow_the_keyboard(explorers):
    page = explorers.page
    for place, name in enumerate(NAMES, start=1):
        cell = explorers.cell(place)
        cell.locator("svg[role=img]").first.wait_for()
        before = cell.locator(".widget-html").inner_html()
        cell.locator(".noUi-handle").first.focus()
        page.keyboard.press("ArrowRight")
        page.wait_for_function(
            "([cell, before]) => cell.querySelector('.widget-html').innerHTML !== before",
            arg=[cell.element_handle(), before],
        )
        assert cell.locator("[aria-label]").count() > 0, name


def test_explorers_read_in_a_dark_theme(explorers):
    """Text has the page's ink, light on dark; no picture is wider than its cell."""
    page = explorers.page
    page.get_by_role("menuitem", name="Settings", exact=True).click()
    for item in ("Theme", "JupyterLab Dark"):
        page.locator(".lm-Menu-item", has_text=re.compile(f"^{item}$")).first.click()
    page.wait_for_function("document.body.dataset.jpThemeLight === 'false'")
    shots = Path(__file__).parent / "shots"
    for place, name in enumerate(NAMES, start=1):
        cell = explorers.cell(place)
        pictures = cell.locator("svg[role=img]")
        inks = pictures.evaluate_all("all => all.map(svg => getComputedStyle(svg).color)")
        inks += cell.locator("p").evaluate_all("all => all.map(p => getComputedStyle(p).color)")
        for ink in inks:
            channels = [float(each) for each in re.findall(r"[\d.]+", ink)]
            assert min(channels[:3]) * [*channels, 1][3] > 128, (name, ink)
        ends = pictures.evaluate_all("all => all.map(svg => svg.getBoundingClientRect().right)")
        box = cell.bounding_box()
        assert max(ends) <= box["x"] + box["width"], name
        cell.locator(".widget-html").screenshot(path=shots / f"explore_{name}_dark.png")
