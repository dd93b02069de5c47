"""Commit to a forecast, then see what comes out; and the cards of the course.

Both work with ipywidgets, by mouse or keyboard (Tab to a button, Space to press it). Where there
are no widgets they show a question whose answer opens with a click. Choices are buttons because
JupyterLab takes the arrow and letter keys of radio buttons and lists for its own commands.
"""

import re
import tomllib
from difflib import get_close_matches
from fractions import Fraction
from functools import cache
from html import escape
from pathlib import Path

import numpy as np

from shardlab.errors import ShardError

LONGEST_ON_A_BUTTON = 22  # letters; a longer choice stands beside a button with a letter


def forecast(question, answer, *, choices=None, tolerance=0.01, unit="", why=""):
    """Ask for a forecast; `answer`, a value or a function that measures it, shows afterwards.

    The answer may be a number (right within the relative `tolerance`), a shape, or one of
    `choices`. Only the first forecast counts; `forecast.committed` keeps it.
    """
    return Forecast(question, answer, choices, tolerance, unit, why)


def card(*names):
    """The cards of the course with these IDs, for example card("QB-TF3"), one below the other."""
    deck = cards()
    if not names:
        raise ShardError(f"card: name a card; there are {', '.join(sorted(deck))}.")
    for name in names:
        if name not in deck:
            near = ", ".join(get_close_matches(name, deck, n=3) or sorted(deck)[:3])
            raise ShardError(f"card: there is no {name!r}; there are, for example, {near}.")
    return Deck([Card(name, deck[name]) for name in names])


def cards():
    """All cards, by ID, from course/cards.toml: above the working directory, or the library's."""
    for place in (Path.cwd(), Path(__file__).resolve().parent):
        for folder in (place, *place.parents):
            if (file := folder / "course" / "cards.toml").is_file():
                return _read(file, file.stat().st_mtime_ns)
    raise ShardError(
        "card: course/cards.toml is not in this folder nor in one above; "
        "start JupyterLab in the course's own folder."
    )


@cache
def _read(file, _changed):
    return tomllib.loads(file.read_text(encoding="utf-8"))


class Asked:
    """A question that shows itself: as widgets, and without them as text that opens."""

    def _repr_mimebundle_(self, include=None, exclude=None):
        bundle = {"text/plain": repr(self), "text/html": self.static()}
        try:
            import ipywidgets  # loads slowly, so only when a question is shown
        except ImportError:
            return bundle
        data = self.widget(ipywidgets)._repr_mimebundle_()
        widgets = data[0] if isinstance(data, tuple) else data
        return {**widgets, **bundle}


class Forecast(Asked):
    """See `forecast`. `committed` is what the learner said, `right` whether it came out so."""

    def __init__(self, question, answer, choices, tolerance, unit, why):
        self.question, self.unit, self.why = question, unit, why
        self.choices = None if choices is None else [str(choice) for choice in choices]
        self.tolerance = tolerance
        self._answer = answer
        self.committed = self.right = None

    def __repr__(self):
        return f"Forecast: {self.question} (commit with .commit(…))"

    def commit(self, said):
        """Keep what the learner says, then measure. Returns a sentence, as does every later call,
        but only the first forecast that can be read counts."""
        if self.committed is None:
            try:
                answer = self._measure()
            except Exception as error:
                return f"{_trouble(error)} Then commit."
            if problem := self._unreadable(said, answer):
                return problem
            self.committed, self.right = str(said).strip(), self._agrees(said, answer)
            came = f"You said {self.committed}. It comes out as {self._shown(answer)}"
            self.verdict = f"{came}{', as you said' * self.right}. {self.why}".strip()
        return self.verdict

    def _measure(self):
        answer = self._answer() if callable(self._answer) else self._answer
        return answer.item() if isinstance(answer, np.generic) else answer

    def _shown(self, answer):
        if isinstance(answer, float):
            return f"{answer:.4g} {self.unit}".strip()
        return f"{f'{answer:,}' if isinstance(answer, int) else answer} {self.unit}".strip()

    def _unreadable(self, said, answer):
        """What to write instead, if `said` can't be compared with the answer."""
        if self.choices is not None:
            return "" if str(said) in self.choices else f"Choose: {', '.join(self.choices)}."
        if isinstance(answer, tuple):
            return "" if _numbers(said) else "Give a shape, for example (4, 8)."
        readable = _number(said, self.unit) is not None
        return "" if readable else "Give a number with a point, for example 0.5, or 3/8."

    def _agrees(self, said, answer):
        if self.choices is not None:
            return str(said) == str(answer)
        if isinstance(answer, tuple):
            return _numbers(said) == answer
        tolerance = 0 if isinstance(answer, int) else self.tolerance * abs(answer)
        return abs(_number(said, self.unit) - answer) <= tolerance

    def static(self):
        try:
            answer = f"It comes out as {self._shown(self._measure())}. {self.why}"
        except Exception as error:
            answer = _trouble(error)
        options = f" ({' · '.join(self.choices)})" if self.choices else ""
        return (
            f"<p><b>Forecast.</b> {_marked(self.question + options)}</p>"
            f"<details><summary>Write yours down, then open</summary>{_marked(answer)}</details>"
        )

    def widget(self, widgets):
        out = widgets.HTML()
        if self.choices is not None:
            row, press = _choice_buttons(widgets, self.choices)
        else:
            # the value travels once, when the field is left, so the button can't overtake it
            field = widgets.Text(
                placeholder="your forecast", continuous_update=False, layout={"width": "12em"}
            )
            button = widgets.Button(description="Commit")
            row = [widgets.HBox([field, widgets.Label(self.unit), button])]
            press = [(button, lambda: field.value)]
            _on_enter(field, button.click)

        def commit(said):
            text = self.commit(said)
            out.value = _aloud(text)
            for button, _ in press if self.committed is not None else ():
                button.disabled = True

        for button, said in press:
            button.on_click(lambda _, said=said: commit(said()))
        head = widgets.HTML(f"<b>Forecast.</b> {_marked(self.question)}")
        return widgets.VBox([head, *row, out])


def _trouble(error):
    if isinstance(error, NameError):
        return f"{error.name} is not there yet: run the cells above."
    return f"The cells above do not run ({type(error).__name__}: {error}): repair them."


def _number(said, unit=""):
    """0.158, 3/19, 1,024, 15.8%: as a number; None if it is none.

    Where percent are asked for, 15.8% and 15.8 are the same; elsewhere 15.8% is 0.158.
    """
    text = str(said).strip().replace("_", "")
    if "," in text and not re.fullmatch(r"-?[1-9]\d{0,2}(,\d{3})+(\.\d+)?", text):
        return None  # 0,158: it may mean a point, or thousands
    percent = text.endswith("%")
    try:
        value = float(Fraction(text.rstrip("% ").replace(" ", "").replace(",", "")))
    except (ValueError, ZeroDivisionError):
        return None
    return value / 100 if percent and unit != "%" else value


def _numbers(said):
    """(4, 8), 4×8, 4 8: as a tuple of whole numbers."""
    return tuple(int(digits) for digits in re.findall(r"\d+", str(said)))


class Card(Asked):
    """One card: a question with choices, each with its reason, or a question to answer aloud."""

    def __init__(self, name, content):
        self.name, self.front, self.back = name, content["front"], content["back"]
        self.choices = content.get("choices", [])

    def __repr__(self):
        return f"Card {self.name}: {self.front}"

    def answer(self, place):
        """(right, reason) for the choice at `place`; a wrong one says why it tempts."""
        choice = self.choices[place]
        return choice.get("right", False), choice.get("why", self.back)

    def static(self):
        items = "".join(f"<li>{_marked(choice['text'])}</li>" for choice in self.choices)
        right = next((c["text"] for c in self.choices if c.get("right")), "")
        return (
            f"<p><b>{self.name}.</b> {_marked(self.front)}</p>"
            + (f'<ol type="A">{items}</ol>' if items else "")
            + "<details><summary>Answer, then open</summary>"
            + (f"<p>{_marked(right)}</p>" if right else "")
            + f"<p>{_marked(self.back)}</p></details>"
        )

    def widget(self, widgets):
        head = widgets.HTML(f"<b>{self.name}.</b> {_marked(self.front)}")
        out = widgets.HTML()
        if not self.choices:
            button = widgets.Button(description="Show the answer")
            button.on_click(lambda _: setattr(out, "value", _aloud(self.back)))
            return widgets.VBox([head, button, out])
        rows, press = _choice_buttons(widgets, [choice["text"] for choice in self.choices])

        def choose(place):
            right, reason = self.answer(place)
            verdict = "Right." if right else "Not so."
            out.value = _aloud(f"{verdict} {reason}")
            press[place][0].icon = "check" if right else "times"

        for place, (button, _) in enumerate(press):
            button.on_click(lambda _, place=place: choose(place))
        return widgets.VBox([head, *rows, out])


class Deck(Asked):
    """Some cards, one below the other."""

    def __init__(self, cards):
        self.cards = cards

    def __repr__(self):
        return "\n".join(map(repr, self.cards))

    def static(self):
        return "".join(card.static() for card in self.cards)

    def widget(self, widgets):
        return widgets.VBox([card.widget(widgets) for card in self.cards])


def _choice_buttons(widgets, choices):
    """(rows of widgets, [(button, what it says), …]): one button for each choice."""
    short = all(len(choice) <= LONGEST_ON_A_BUTTON for choice in choices)
    press = []
    for letter, choice in zip("ABCDEFGH", choices, strict=False):
        label = choice if short else letter
        wide = {"width": "auto" if short else "4.5em", "min_width": "4.5em"}
        button = widgets.Button(description=label, tooltip=choice, layout=wide)
        press.append((button, lambda choice=choice: choice))
    if short:
        return [widgets.HBox([button for button, _ in press])], press
    rows = [
        widgets.HBox([button, widgets.HTML(_marked(choice))])
        for (button, _), choice in zip(press, choices, strict=True)
    ]
    return rows, press


def _on_enter(field, act):
    """Call act() when Enter is pressed in a field: its event comes first, then its value."""
    entered = []
    field.on_msg(lambda _, message, __: message.get("event") == "submit" and entered.append(1))
    field.observe(lambda _: entered and (entered.clear() or act()), names="value")


def _aloud(text):
    """Text that a screen reader reads out when it appears."""
    return f'<div role="status" style="max-width:60em;line-height:1.4">{_marked(text)}</div>'


def _marked(text):
    """`code` in a card's text becomes code, all else plain text."""
    return re.sub(r"`([^`]+)`", r"<code>\1</code>", escape(text, quote=False))
