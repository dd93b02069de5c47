"""Commit to a forecast, then see what comes out; and the cards of the course."""

import re

import numpy as np

from shardlab.asked import MOST_CHOICES, Asked, aloud, choice_buttons, marked, on_enter
from shardlab.cards import card, cards
from shardlab.errors import ShardError
from shardlab.words import said as said_of

__all__ = ["card", "cards", "forecast"]

LONGEST = 80  # letters that are read as a number or a shape; nobody means more
LARGEST = 1e60  # an answer beyond it could hardly be written


def forecast(question, answer, *, choices=None, tolerance=0.01, unit="", why=""):
    """Ask for a forecast; `answer`, a value or a function that measures it, shows afterwards.

    The answer may be a whole number (right if exact), another number (right within the relative
    `tolerance`), a shape, or one of `choices`. Only the first forecast counts;
    `forecast.committed` keeps it. Raises ShardError if nobody could be right.
    """
    return Forecast(question, answer, choices, tolerance, unit, why)


class Forecast(Asked):
    """See `forecast`. `committed` is what the learner said, `right` whether it came out so."""

    def __init__(self, question, answer, choices, tolerance, unit, why):
        for name, text in (("question", question), ("unit", unit), ("why", why)):
            if not isinstance(text, str):
                raise ShardError(f"forecast: {name} must be a text; it was {text!r}.")
        self.question, self.unit, self.why = question, unit.strip(), why
        if not isinstance(tolerance, int | float) or not 0 <= tolerance < 1:
            raise self._error(f"tolerance is a fraction from 0 to below 1; it was {tolerance!r}")
        self.tolerance = tolerance
        self.choices = None if choices is None else self._texts(choices)
        self._answer = answer
        self.committed = self.right = None
        if not callable(answer) and (problem := self._unanswerable(_plain(answer))):
            raise self._error(problem)

    def _texts(self, choices):
        if not isinstance(choices, list | tuple):
            raise self._error(f"choices is a list; it was {choices!r}")
        texts = [str(_plain(choice)).strip() for choice in choices]
        if not 2 <= len(set(texts)) == len(texts) <= MOST_CHOICES:
            raise self._error(f"give 2 to {MOST_CHOICES} choices, all different")
        return texts

    def _error(self, problem):
        return ShardError(f"forecast, “{self.question}”: {problem}.")

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
            if problem := self._unanswerable(answer):
                return f"This can't be judged: {problem}."
            said = str(said).strip()
            if problem := self._unreadable(said, answer):
                return problem
            self.committed, self.right = said, self._agrees(said, answer)
            came = f"You said {said}. It comes out as {self._shown(answer)}"
            if self.right:
                came += ", as you said"
            self.verdict = f"{came}. {self.why}".strip()
        return self.verdict

    def _measure(self):
        return _plain(self._answer() if callable(self._answer) else self._answer)

    def _unanswerable(self, answer):
        """Why nobody could forecast this answer, and what to do; nothing if one can."""
        if self.choices is not None:
            text = said_of(answer, str)
            if text in self.choices:
                return ""
            options = ", ".join(self.choices)
            return f"the answer {text[:LONGEST]} is none of the choices {options}; correct it"
        if _is_shape(answer) or _is_number(answer):
            return ""
        text = said_of(answer)[:LONGEST]
        return (
            f"the answer {text} is no finite number and no shape such as (4, 8); "
            "correct it, or give choices"
        )

    def _shown(self, answer):
        if isinstance(answer, float):
            return f"{answer:.4g} {self.unit}".strip()
        return f"{f'{answer:,}' if isinstance(answer, int) else answer} {self.unit}".strip()

    def _unreadable(self, said, answer):
        """What to write instead, if `said` can't be compared with the answer."""
        if self.choices is not None:
            return "" if said in self.choices else f"Choose: {', '.join(self.choices)}."
        if isinstance(answer, tuple):
            return "Give a shape, for example (4, 8)." if read_shape(said) is None else ""
        if read_number(said, self.unit) is None:
            return "Give a number with a point, for example 0.5, or 3/8."
        return ""

    def _agrees(self, said, answer):
        if self.choices is not None:
            return said == str(answer)
        if isinstance(answer, tuple):
            return read_shape(said) == answer
        value = read_number(said, self.unit)
        if isinstance(answer, int):
            return value == answer
        # a little more, so that 0.99 is within 1% of 1 in floats, too
        return abs(value - answer) <= (self.tolerance + 1e-9) * abs(answer)

    def static(self):
        try:
            answer = self._measure()
        except Exception as error:
            text = _trouble(error)
        else:
            if problem := self._unanswerable(answer):
                text = f"This can't be judged: {problem}."
            else:
                text = f"It comes out as {self._shown(answer)}. {self.why}"
        options = f" ({' · '.join(self.choices)})" if self.choices else ""
        return (
            f"<p><b>Forecast.</b> {marked(self.question + options)}</p>"
            f"<details><summary>Write yours down, then open</summary>{marked(text)}</details>"
        )

    def widget(self, widgets):
        out = widgets.HTML()
        if self.choices is not None:
            row, press = choice_buttons(widgets, self.choices)
            asks = [button for button, _ in press]
        else:
            # the value travels once, when the field is left, so the button can't overtake it
            field = widgets.Text(
                placeholder="your forecast", continuous_update=False, layout={"width": "12em"}
            )
            button = widgets.Button(description="Commit")
            row = [widgets.HBox([field, widgets.Label(self.unit), button])]
            press = [(button, lambda: field.value)]
            asks = [field, button]
            on_enter(field, button.click)

        def commit(said):
            text = self.commit(said)
            out.value = aloud(text)
            for each in asks if self.committed is not None else ():
                each.disabled = True

        for button, said in press:
            button.on_click(lambda _, said=said: commit(said()))
        head = widgets.HTML(f"<b>Forecast.</b> {marked(self.question)}")
        return widgets.VBox([head, *row, out])


def _trouble(error):
    if isinstance(error, NameError) and error.name:
        return f"{error.name} is not there yet: run the cells above."
    what = f"{type(error).__name__}: {said_of(error, str)}"
    return f"The cells above do not run ({what}): repair them."


def _plain(value):
    """NumPy's single numbers as Python's, in a tuple as well."""
    if isinstance(value, np.generic) or (isinstance(value, np.ndarray) and value.ndim == 0):
        return value.item()
    return tuple(map(_plain, value)) if isinstance(value, tuple) else value


def _is_number(value):
    real = isinstance(value, int | float) and not isinstance(value, bool)
    return real and abs(value) < LARGEST  # neither is true of nan and inf


def _is_shape(value):
    return isinstance(value, tuple) and all(
        isinstance(n, int) and not isinstance(n, bool) and 0 <= n < 1e9 for n in value
    )


# digits, perhaps in groups of three: 1,024 is a thousand, but 0,158 may mean a point
_NUMBER = re.compile(
    r"[+-]?(?:[1-9]\d{0,2}(?:[,_ ]\d{3})+|\d*)(?:\.\d*)?(?:e[+-]?\d{1,2})?", re.ASCII | re.I
)
_PERCENT = re.compile(r"%|per ?cent", re.I)
_LENGTH = r"(?:0|[1-9]\d{0,8})(?:\.0*)?"
_SHAPE = re.compile(
    rf"[(\[]? ?(?:{_LENGTH}(?:(?: ?[,x×*] ?| by | ){_LENGTH})* ?,?)? ?[)\]]?", re.ASCII | re.I
)


def read_number(said, unit=""):
    """0.158, 3/19, 1,024, 15.8%, 256 bytes: as a number; None if it is none.

    Where percent are asked for, 15.8% and 15.8 are the same; elsewhere 15.8% is 0.158.
    """
    text = " ".join(str(said).split()).replace("−", "-")
    if len(text) > LONGEST:
        return None
    text = text.removesuffix(unit).rstrip()
    if percent := re.search(rf" ?(?:{_PERCENT.pattern})$", text, re.I):
        text = text[: percent.start()]
    parts = [_digits(part.strip()) for part in text.split("/")]
    if None in parts or len(parts) > 2 or (len(parts) == 2 and not parts[1]):
        return None
    value = parts[0] / parts[1] if len(parts) == 2 else parts[0]
    return value / 100 if percent and not _PERCENT.match(unit) else value


def _digits(text):
    if not _NUMBER.fullmatch(text):
        return None
    text = re.sub("[,_ ]", "", text)
    try:
        return int(text) if text.lstrip("+-").isdigit() else float(text)
    except ValueError:  # a point or an e, and no digit
        return None


def read_shape(said):
    """(4, 8), 4×8, 4 8, 4.0 by 8: as a tuple of whole numbers; None if it is no shape."""
    text = " ".join(str(said).split())
    if not text or len(text) > LONGEST or not _SHAPE.fullmatch(text):
        return None
    return tuple(int(digits) for digits in re.findall(r"(\d+)(?:\.0*)?", text))
