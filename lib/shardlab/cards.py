"""The cards of the course, from course/cards.toml: questions with choices, or to answer aloud."""

import tomllib
from difflib import get_close_matches
from pathlib import Path

from shardlab.asked import LETTERS, MOST_CHOICES, Asked, aloud, choice_buttons, marked
from shardlab.errors import ShardError


def card(*names):
    """The cards of the course with these IDs, for example card("QB-TF3"), one below the other."""
    deck = cards()
    if not names:
        raise ShardError(f"card: name a card; there are {', '.join(sorted(deck))}.")
    for name in names:
        if not isinstance(name, str) or name not in deck:
            near = ", ".join(get_close_matches(str(name), deck, n=3) or sorted(deck)[:3])
            raise ShardError(f"card: there is no {name!r}; there are, for example, {near}.")
    return Deck([Card(name, deck[name]) for name in names])


def cards():
    """All cards, by ID, from course/cards.toml: above the working directory, or the library's."""
    places = [Path(__file__).resolve().parent]
    try:
        places.insert(0, Path.cwd())
    except FileNotFoundError:
        pass  # the working directory has been deleted
    for place in places:
        for folder in (place, *place.parents):
            if (file := folder / "course" / "cards.toml").is_file():
                return read(file)
    raise ShardError(
        "card: course/cards.toml is not in this folder nor in one above; "
        "start JupyterLab in the course's own folder."
    )


def read(file):
    """All cards of a file, by ID. Raises ShardError for what makes no card."""
    try:
        deck = tomllib.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:  # TOML and UTF-8 both report a kind of ValueError
        raise ShardError(f"card: {file} can't be read ({error}); repair it there.") from None
    if not deck:
        raise ShardError(f"card: {file} holds no card; write one, with a front and a back.")
    for name, content in deck.items():
        if problem := _problem(content):
            raise ShardError(f"card: {name} in {file} {problem}.")
    return deck


def _problem(content):
    """What is wrong with a card, and what to do; nothing if it is as it should be."""
    if not isinstance(content, dict):
        return "is no table; write [ID] above its lines"
    for key in ("front", "back"):
        if not _is_text(content.get(key)):
            return f"lacks its {key}; give it as a text"
    if "choices" not in content:
        return ""
    choices = content["choices"]
    if not isinstance(choices, list) or not all(isinstance(choice, dict) for choice in choices):
        return 'has choices that are no list of tables; write each as { text = "…", why = "…" }'
    if not 2 <= len(choices) <= MOST_CHOICES:
        return f"has {len(choices)} choices; give 2 to {MOST_CHOICES}, or leave them out"
    for letter, choice in zip(LETTERS, choices, strict=False):
        if not _is_text(choice.get("text")):
            return f"lacks the text of choice {letter}; give it"
        if not _is_text(choice.get("why", "-")):
            return f"has a choice {letter} whose why is no text; say it, or leave it out"
        if not isinstance(choice.get("right", False), bool):
            return f"has a choice {letter} whose right is {choice['right']!r}; write true or false"
    right = sum(choice.get("right", False) for choice in choices)
    if right != 1:
        return f"has {right} right choices; mark one with right = true"
    if len({choice["text"] for choice in choices}) < len(choices):
        return "has the same choice twice; leave one out"
    return ""


def _is_text(value):
    return isinstance(value, str) and bool(value.strip())


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
        judged, _, reason = self.back.partition(". ")
        said = choice["text"].startswith(f"{judged}:")  # "False: …", so "False." needs no repeating
        return choice.get("right", False), choice.get("why", reason if said else self.back)

    def verdict(self, place):
        right, reason = self.answer(place)
        return f"{'Right' if right else 'Not so'}. {reason}"

    def static(self):
        head = f"<p><b>{marked(self.name)}.</b> {marked(self.front)}</p>"
        if not self.choices:
            return head + _opens("Answer, then open", self.back)
        items = (
            f"<li>{_opens(choice['text'], self.verdict(place))}</li>"
            for place, choice in enumerate(self.choices)
        )
        return f'{head}<p>Choose, then open your choice.</p><ol type="A">{"".join(items)}</ol>'

    def widget(self, widgets):
        head = widgets.HTML(f"<b>{marked(self.name)}.</b> {marked(self.front)}")
        out = widgets.HTML()
        if not self.choices:
            button = widgets.Button(description="Show the answer")
            button.on_click(lambda _: setattr(out, "value", aloud(self.back)))
            return widgets.VBox([head, button, out])
        rows, press = choice_buttons(widgets, [choice["text"] for choice in self.choices])

        def choose(place):
            out.value = aloud(self.verdict(place))
            press[place][0].icon = "check" if self.answer(place)[0] else "times"

        for place, (button, _) in enumerate(press):
            button.on_click(lambda _, place=place: choose(place))
        return widgets.VBox([head, *rows, out])


def _opens(summary, text):
    """Text that a click opens; or the keyboard: Tab to it, Enter."""
    return f"<details><summary>{marked(summary)}</summary><p>{marked(text)}</p></details>"


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
