"""What explorers share: sliders and buttons, and a picture that follows them.

Everything works by keyboard: Tab to a control, then the arrow keys, or Space on a button.
"""

from shardlab.errors import ShardError
from shardlab.words import brief, number, whole

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


def counts(view, *, least=1, most, **values):
    """These as ints, if they are whole numbers from `least` to `most`; else a ShardError."""
    for name, value in values.items():
        if not whole(value) or not least <= value <= most:
            raise _refused(view, name, f"a whole number, from {least} to {most:,}", value)
    return [int(value) for value in values.values()]


def numbers(view, *, least, most, **values):
    """These as floats, if they are real numbers from `least` to `most`; else a ShardError."""
    found = [number(value) for value in values.values()]
    for (name, value), it in zip(values.items(), found, strict=True):
        if it is None or not least <= it <= most:
            raise _refused(view, name, f"a number, from {least:g} to {most:g}", value)
    return found


def one_of(view, options, **values):
    """Those of the options, strings or whole numbers, that these are; else a ShardError."""
    known = {(isinstance(option, str), option): option for option in options}
    found = []
    for name, value in values.items():
        text = isinstance(value, str)
        key = (text, str(value) if text else int(value)) if text or whole(value) else None
        if key not in known:
            raise _refused(view, name, f"one of {', '.join(map(repr, options))}", value)
        found.append(known[key])
    return found


def _refused(view, name, wanted, value):
    return ShardError(f"{view}: {name} is {wanted}; it was {brief(value)}.")
