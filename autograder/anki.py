"""The cards of the course as a deck for Anki: one note a card.

Anki knows a note by its GUID, which is made of the course and the card's ID, and keeps what its
learner has of it; it takes over what is new if the note is of a later time than its own. So all
notes carry the time at which cards.toml was last written, and two exports of one file are the same.
In a fresh clone that is the time of the clone: the notes are then taken for new, and overwritten
with what they hold already; what Anki knows of the learning stays.
"""

from __future__ import annotations

import hashlib
import io
import re
import sqlite3
import zipfile
from contextlib import closing
from itertools import count

import genanki

from shardlab import cards
from shardlab.asked import marked
from shardlab.errors import ShardError

from .course import Course, Mistake, read

KINDS = {
    "QB-TF": "true-or-false",
    "QB-SE": "spot-the-error",
    "QB-WHY": "why",
    "QB-EDGE": "edge-case",
    "CL-": "flashcard",
}
FIELDS = ["ID", "Level", "Question", "Answer", "Choices"]
FRONT = '<div class="id">{{Level}} · {{ID}}</div>\n<div class="text">{{Question}}</div>'
BACK = """\
{{FrontSide}}
<hr id="answer">
<div class="text">{{Answer}}</div>
{{#Choices}}<div class="text choices">{{Choices}}</div>{{/Choices}}"""
# Anki's programs mark a dark style in these two ways
STYLE = """\
.card { font: 20px/1.45 sans-serif; color: #1a1a1a; background: #ffffff; }
.text { max-width: 36em; margin: 0 auto; text-align: left; }
.id { font-size: 70%; color: #5c5c5c; text-align: center; margin-bottom: 1em; }
.choices { font-size: 85%; max-width: 42em; margin-top: 1.2em; }
.choices li { margin-bottom: .6em; }
code { background: #ececec; padding: 0 .2em; border-radius: 3px; }
.nightMode.card, .nightMode .card, .night_mode.card, .night_mode .card
  { color: #ececec; background: #222222; }
.nightMode .id, .night_mode .id { color: #b4b4b4; }
.nightMode code, .night_mode code { background: #444444; }
"""
EARLIEST = 1_767_225_600  # 2026: Anki makes its ids of the time, so it must not be 0


def package(course: Course) -> bytes:
    """The deck as an .apkg. Raises Mistake where cards.toml is missing or broken."""
    model = genanki.Model(
        _number("model", course.id),
        f"{course.id} card",
        fields=[{"name": name} for name in FIELDS],
        templates=[{"name": "Card", "qfmt": FRONT, "afmt": BACK}],
        css=STYLE,
    )
    deck = genanki.Deck(_number("deck", course.id), course.id)
    for due, (name, card) in enumerate(_in_order(course, _deck(course))):
        fields = [marked(name), card["level"], marked(card["front"]), marked(card["back"])]
        deck.add_note(
            genanki.Note(
                model,
                [*fields, _choices(card)],
                tags=[_tag(course.id, card["level"]), _tag(course.id, _kind(name))],
                guid=genanki.guid_for(course.id, name),
                due=due,
            )
        )
    written = int((course.root / "course" / "cards.toml").stat().st_mtime)
    return _packed(genanki.Package(deck), max(written, EARLIEST))


def _deck(course: Course) -> dict[str, dict]:
    path = course.root / "course" / "cards.toml"
    read(path, course)  # what keeps it from being read at all
    try:
        deck = cards.read(path)
    except ShardError as error:
        said = str(error).removeprefix("card: ")
        raise Mistake(said.replace(str(path), course.show(path))) from None
    for name, card in deck.items():
        if card.get("level") not in course.levels:
            raise Mistake(
                f"course/cards.toml: {name} has level {card.get('level')!r}; "
                f"give one of course.toml: {', '.join(course.levels)}."
            )
    return deck


def _in_order(course: Course, deck: dict[str, dict]) -> list[tuple[str, dict]]:
    """By level, and within a level as they stand in the file: the order of new cards in Anki."""
    levels = list(course.levels)
    return sorted(deck.items(), key=lambda entry: levels.index(entry[1]["level"]))


def _choices(card: dict) -> str:
    """What the lesson lets one choose from: which is right, and why the others are not."""
    items = ""
    for choice in card.get("choices", []):
        reason = (
            "<b>Right.</b>" if choice.get("right") else f"Not so. {marked(choice.get('why', ''))}"
        )
        items += f"<li>{marked(choice['text'])}<br>{reason}</li>"
    return items and f'<ol type="A">{items}</ol>'


def _kind(name: str) -> str:
    return next((kind for start, kind in KINDS.items() if name.startswith(start)), "other")


def _tag(*parts: str) -> str:
    """Anki's tags hold no spaces; those with :: in them fold."""
    return "::".join(re.sub(r"\s+", "-", part) for part in parts)


def _number(what: str, course: str) -> int:
    """An id for Anki, always the same: there, any number of that size."""
    digest = hashlib.sha256(f"{what} of {course}".encode()).digest()
    return (1 << 30) + int.from_bytes(digest[:4], "big") % (1 << 30)


def _packed(package: genanki.Package, time: int) -> bytes:
    """The package as a file. genanki's own way leaves one in the temporary folder, and its time."""
    with closing(sqlite3.connect(":memory:")) as db:
        package.write_to_db(db.cursor(), time, count(time * 1000))
        db.commit()
        collection = db.serialize()
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as file:
        for name, content in (("collection.anki2", collection), ("media", "{}")):
            file.writestr(zipfile.ZipInfo(name), content, zipfile.ZIP_DEFLATED)
    return out.getvalue()
