"""A question that shows itself: as widgets, and without them as text that opens with a click.

Widgets work by mouse or keyboard (Tab to a button, Space to press it). Choices are buttons because
JupyterLab takes the arrow and letter keys of radio buttons and lists for its own commands.
"""

import re
from html import escape
from string import ascii_uppercase as LETTERS

LONGEST_ON_A_BUTTON = 22  # letters; a longer choice stands beside a button with a letter
MOST_CHOICES = len(LETTERS)


class Asked:
    """A question; a subclass has `static()`, its HTML, and `widget(ipywidgets)`."""

    def _repr_mimebundle_(self, include=None, exclude=None):
        bundle = {"text/plain": repr(self), "text/html": self.static()}
        try:
            import ipywidgets  # loads slowly, so only when a question is shown
        except ImportError:
            return bundle
        data = self.widget(ipywidgets)._repr_mimebundle_()
        widgets = data[0] if isinstance(data, tuple) else data
        return {**widgets, **bundle}


def choice_buttons(widgets, choices):
    """(rows of widgets, [(button, what it says), …]): one button for each choice."""
    short = all(len(choice) <= LONGEST_ON_A_BUTTON for choice in choices)
    press = []
    for letter, choice in zip(LETTERS, choices, strict=False):
        label = choice if short else letter
        wide = {"width": "auto" if short else "4.5em", "min_width": "4.5em"}
        button = widgets.Button(description=label, tooltip=choice, layout=wide)
        press.append((button, lambda choice=choice: choice))
    if short:
        buttons = [button for button, _ in press]
        return [widgets.HBox(buttons, layout={"flex_flow": "row wrap"})], press
    rows = [
        widgets.HBox([button, widgets.HTML(marked(choice))])
        for (button, _), choice in zip(press, choices, strict=True)
    ]
    return rows, press


def on_enter(field, act):
    """Call act() when Enter is pressed in a field: its event comes first, then its value."""
    entered = False

    def pressed(_, message, __):
        nonlocal entered
        if message.get("event") == "submit":
            entered = True

    def changed(_):
        nonlocal entered
        if entered:
            entered = False
            act()

    field.on_msg(pressed)
    field.observe(changed, names="value")


def aloud(text):
    """Text that a screen reader reads out when it appears."""
    return f'<div role="status" style="max-width:60em;line-height:1.4">{marked(text)}</div>'


def marked(text):
    """`code` in a card's text becomes code, a new line a new line, all else plain text."""
    code = re.sub(r"`([^`]+)`", r"<code>\1</code>", escape(text.strip(), quote=False))
    return code.replace("\n", "<br>")
