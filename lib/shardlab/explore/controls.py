"""What explorers share: sliders and buttons, and a picture that follows them.

Everything works by keyboard: Tab to a control, then the arrow keys, or Space on a button.
"""

from collections.abc import Hashable
from numbers import Real

from shardlab.errors import ShardError
from shardlab.words import said, whole

_STYLE = {"description_width": "11em"}
_LAYOUT = {"width": "30em"}


def widgets():
    """The module ipywidgets, which loads when the first explorer is asked for."""
    try:
        import ipywidgets
    except ImportError as error:
        raise ShardError(
            "The explorers need ipywidgets, which is not installed here; "
            "run `pip install ipywidgets`, restart the kernel and reload the page."
        ) from error
    return ipywidgets


def slider(name, value, low, high):
    """A slider for a whole number."""
    return widgets().IntSlider(
        value=value, min=low, max=high, description=name, style=_STYLE, layout=_LAYOUT
    )


def steps(name, value, options):
    """A slider along `options`: values, or what is shown by each of them as (shown, value)."""
    return widgets().SelectionSlider(
        value=value, options=options, description=name, style=_STYLE, layout=_LAYOUT
    )


def choice(name, value, options):
    """One of a list."""
    return widgets().Dropdown(
        value=value, options=options, description=name, style=_STYLE, layout=_LAYOUT
    )


def buttons(name, options):
    """One of a few, each with a button of its own."""
    return widgets().ToggleButtons(
        options=options, description=name, style=_STYLE | {"button_width": "11em"}
    )


def explorer(controls, view):
    """The controls, and below them what `view` makes of their values; or why it can't."""
    out = widgets().HTML(layout={"width": "100%"})

    def redraw(_=None):
        try:
            out.value = view(*(control.value for control in controls))
        except ShardError as error:
            out.value = paragraph(str(error))

    for control in controls:
        control.observe(redraw, names="value")
    redraw()
    return widgets().Box([*controls, out], layout={"flex_flow": "row wrap"})


def paragraph(text):
    return f"<p>{text}</p>"


def counts(view, most=None, **values):
    """Are these whole numbers, 1 or more, and not above `most`?"""
    for name, value in values.items():
        if not whole(value) or value < 1 or (most and value > most):
            bound = f"from 1 to {most:,}" if most else "1 or more"
            raise ShardError(f"{view}: {name} is a whole number, {bound}; it was {said(value)}.")


def numbers(view, least=None, most=1e30, **values):
    """Are these finite numbers above 0, or with `least` from there on, and not above `most`?"""
    for name, value in values.items():
        number = isinstance(value, Real) and not isinstance(value, bool)
        fits = number and (value > 0 if least is None else value >= least)
        if not fits or not value <= most:
            bound = "above 0" if least is None else f"{least:g} or more"
            bound += f", at most {most:g}" if most < 1e30 else ""
            raise ShardError(f"{view}: {name} is a number, {bound}; it was {said(value)}.")


def one_of(view, options, **values):
    """Is each of these among the options?"""
    for name, value in values.items():
        if not isinstance(value, Hashable) or value not in options:
            known = ", ".join(map(repr, options))
            raise ShardError(f"{view}: {name} is one of {known}; it was {said(value)}.")
