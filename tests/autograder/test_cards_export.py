"""The cards as a deck for Anki: opened as Anki opens it, a zip with a SQLite collection in it."""

import json
import os
import re
import shutil
import sqlite3
import tomllib
import zipfile
from contextlib import closing
from html.parser import HTMLParser

import pytest

from autograder.anki import FIELDS, KINDS

from .conftest import REPOSITORY

CARDS = tomllib.loads((REPOSITORY / "course" / "cards.toml").read_text(encoding="utf-8"))
TOY = """
[QB-TF1]
level = "T1"
front = "True or false? `x < 3` & more."
back = "False. \\nTwo lines."
choices = [
  { text = "True: <b>", why = "It tempts, with `a > b`." },
  { text = "False: not so", right = true },
]

[CL-7]
level = "T9"
front = "Later?"
back = "Later."

["own card 1"]
level = "T1"
front = "Whose?"
back = "A teacher's."
"""


def opened(path, folder):
    """(notes by GUID, cards of Anki, its row `col`) of an .apkg."""
    with zipfile.ZipFile(path) as packed:
        assert sorted(packed.namelist()) == ["collection.anki2", "media"]
        assert json.loads(packed.read("media")) == {}
        (folder / "collection.anki2").write_bytes(packed.read("collection.anki2"))
    with closing(sqlite3.connect(folder / "collection.anki2")) as db:
        db.row_factory = sqlite3.Row
        notes = [dict(row) for row in db.execute("SELECT * FROM notes ORDER BY id")]
        cards = [dict(row) for row in db.execute("SELECT * FROM cards ORDER BY id")]
        (col,) = db.execute("SELECT * FROM col")
        col = {key: json.loads(col[key]) for key in ("decks", "models")}
    for note in notes:
        note["fields"] = dict(zip(FIELDS, note["flds"].split("\x1f"), strict=True))
    assert len({note["guid"] for note in notes}) == len(notes)
    return notes, cards, col


@pytest.fixture
def export(run, tmp_path):
    def call(name="out.apkg"):
        code, out, err = run("cards", str(tmp_path / name))
        assert (code, err) == (0, ""), err
        assert out == f"wrote {tmp_path / name}; in Anki: File, Import.\n"
        return opened(tmp_path / name, tmp_path)

    return call


@pytest.fixture
def course(export, tmp_path, monkeypatch):
    """The deck of this course."""
    monkeypatch.chdir(REPOSITORY)
    return export()


@pytest.fixture
def toy_cards(toy):
    path = toy.root / "course" / "cards.toml"
    path.write_text(TOY)
    return path


def test_every_card_is_there_once(course):
    notes, cards, _ = course
    assert sorted(note["fields"]["ID"] for note in notes) == sorted(CARDS)
    assert [card["nid"] for card in cards] == [note["id"] for note in notes]
    assert [card["due"] for card in cards] == list(range(len(CARDS)))
    levels = [note["fields"]["Level"] for note in notes]
    assert levels == sorted(levels) and set(levels) == {"L1", "L2", "L3", "L4", "L5"}


def test_a_note_holds_the_card_and_each_choice_with_its_reason(course):
    for note in course[0]:
        fields, card = note["fields"], CARDS[note["fields"]["ID"]]
        assert words(fields["Question"]) == plain(card["front"])
        assert words(fields["Answer"]) == plain(card["back"])
        assert fields["Level"] == card["level"]
        said = []
        for choice in card.get("choices", []):
            said += [choice["text"]]
            said += ["Right."] if choice.get("right") else ["Not so. " + choice["why"]]
        assert words(fields["Choices"]) == plain(" ".join(said))


def words(html):
    """The text that a browser shows; what is no HTML fails."""
    shown, open_ = [], []

    class Parser(HTMLParser):
        def handle_starttag(self, tag, attributes):
            assert tag in {"code", "br", "ol", "li", "b"}
            shown.append(" " if tag != "code" else "")
            open_.extend([tag] if tag != "br" else [])

        def handle_endtag(self, tag):
            assert open_.pop() == tag
            shown.append(" " if tag not in ("code", "b") else "")

        def handle_data(self, data):
            shown.append(data)

    parser = Parser()
    parser.feed(html)
    parser.close()
    assert not open_
    return " ".join("".join(shown).split())


def plain(text):
    return " ".join(text.replace("`", "").split())


def test_tags_name_the_level_and_the_kind(course):
    for note in course[0]:
        name = note["fields"]["ID"]
        kind = next(kind for start, kind in KINDS.items() if name.startswith(start))
        level = CARDS[name]["level"]
        assert note["tags"].split() == [f"shardlab::{level}", f"shardlab::{kind}"]


def test_one_deck_and_one_model_with_ids_that_stay(course):
    notes, cards, col = course
    # an id that changes makes a second deck, or a second kind of note, in every learner's Anki
    (deck,) = {card["did"] for card in cards}
    (model,) = {note["mid"] for note in notes}
    assert (deck, model) == (2070511626, 1536511293)
    assert col["decks"][str(deck)]["name"] == "shardlab"
    assert [field["name"] for field in col["models"][str(model)]["flds"]] == FIELDS
    guids = {note["fields"]["ID"]: note["guid"] for note in notes}
    assert (guids["QB-TF1"], guids["CL-10"]) == ("kK_ms8B<u<", "j8|;+8gpYi")


def test_exported_twice_it_is_the_same(export, toy_cards, tmp_path):
    first, again = export("a.apkg"), export("b.apkg")
    assert first == again
    assert (tmp_path / "a.apkg").read_bytes() == (tmp_path / "b.apkg").read_bytes()


def test_a_mended_card_is_the_same_note_at_a_later_time(export, toy_cards):
    before, *_ = export()
    later = before[0]["mod"] + 60
    toy_cards.write_text('[CL-8]\nlevel = "T1"\nfront = "New?"\nback = "New."\n' + TOY)
    toy_cards.write_text(toy_cards.read_text().replace("Later.", "Much later."))
    os.utime(toy_cards, (later, later))
    after, *_ = export()
    guids = [{note["fields"]["ID"]: note["guid"] for note in notes} for notes in (before, after)]
    new = guids[1].pop("CL-8")
    assert guids[0] == guids[1] and new not in guids[0].values()
    assert {note["mod"] for note in after} == {later}
    assert {note["fields"]["Answer"] for note in after} > {"Much later."}


def test_a_file_without_a_time_still_makes_ids(export, toy_cards):
    os.utime(toy_cards, (0, 0))
    notes, cards, _ = export()
    assert min(one["id"] for one in notes + cards) > 10**12


def test_text_becomes_html(export, toy_cards):
    notes, *_ = export()
    fields = {note["fields"]["ID"]: note["fields"] for note in notes}
    assert list(fields) == ["QB-TF1", "own card 1", "CL-7"]
    asked = fields["QB-TF1"]
    assert asked["Question"] == "True or false? <code>x &lt; 3</code> &amp; more."
    assert asked["Answer"] == "False. <br>Two lines."
    assert asked["Choices"] == (
        '<ol type="A"><li>True: &lt;b&gt;<br>Not so. It tempts, with <code>a &gt; b</code>.</li>'
        "<li>False: not so<br><b>Right.</b></li></ol>"
    )
    assert fields["CL-7"]["Choices"] == ""
    assert notes[1]["tags"].split() == ["toy::T1", "toy::other"]


def test_a_course_of_another_name_has_its_own_deck(export, toy, toy_cards, course, run):
    toml = toy.root / "course" / "course.toml"
    decks = []
    for name in ("toy", "my course"):
        toml.write_text(toml.read_text().replace('id = "toy"', f'id = "{name}"'))
        os.chdir(toy.root)
        notes, cards, col = export(f"{len(decks)}.apkg")
        decks.append((cards[0]["did"], notes[0]["mid"], notes[0]["guid"]))
        assert col["decks"][str(cards[0]["did"])]["name"] == name
    assert all(one != other for one, other in zip(*decks, strict=True))
    assert notes[0]["tags"].split()[0] == "my-course::T1"


def contrast(one, other):
    """The contrast of two colours #rrggbb, as WCAG 2 defines it."""

    def luminance(colour):
        parts = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
        linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def test_it_is_readable_in_light_and_dark(course):
    _, _, col = course
    (css,) = (model["css"] for model in col["models"].values() if model["name"] == "shardlab card")
    for night in (False, True):
        rules = {}
        for selector, body in re.findall(r"([^{}]+)\{([^{}]+)\}", css):
            if ("ight" in selector) == night:
                what = selector.split(",")[0].split()[-1].removeprefix(".nightMode")
                rules[what] = dict(re.findall(r"([\w-]+): *(#\w+)", body))
        text, ground = rules[".card"]["color"], rules[".card"]["background"]
        assert contrast(text, ground) > 10
        assert contrast(rules[".id"]["color"], ground) > 4.5
        assert contrast(text, rules["code"]["background"]) > 7


MISTAKES = {
    "no folder": (lambda root: None, "gone/out.apkg", "there is no folder gone; make it first"),
    "a folder": (lambda root: (root / "a.apkg").mkdir(), "a.apkg", "it is a folder"),
    "another ending": (lambda root: None, "out.txt", "end in .apkg; name it so"),
    "no cards": (
        lambda root: (root / "course" / "cards.toml").unlink(),
        "out.apkg",
        "course/cards.toml is missing",
    ),
    "no TOML": (
        lambda root: (root / "course" / "cards.toml").write_text("[QB-TF1\n"),
        "out.apkg",
        "cards.toml can't be read",
    ),
    "no UTF-8": (
        lambda root: (root / "course" / "cards.toml").write_bytes(b"# \xff"),
        "out.apkg",
        "course/cards.toml is not UTF-8",
    ),
    "an empty file": (
        lambda root: (root / "course" / "cards.toml").write_text(""),
        "out.apkg",
        "holds no card",
    ),
    "a card without a back": (
        lambda root: (root / "course" / "cards.toml").write_text(TOY.replace("back", "bakc", 1)),
        "out.apkg",
        "QB-TF1 in course/cards.toml lacks its back",
    ),
    "an unknown level": (
        lambda root: (root / "course" / "cards.toml").write_text(TOY.replace('"T9"', '"T7"')),
        "out.apkg",
        "CL-7 has level 'T7'; give one of course.toml: T1, T9",
    ),
    "no level": (
        lambda root: (root / "course" / "cards.toml").write_text(TOY.replace("level", "lvl", 1)),
        "out.apkg",
        "QB-TF1 has level None; give one",
    ),
    "no course": (
        lambda root: shutil.rmtree(root / "course"),
        "out.apkg",
        "course.toml is missing",
    ),
}


@pytest.mark.parametrize("case", MISTAKES)
def test_a_mistake_is_one_sentence(toy_cards, run, case, tmp_path):
    prepare, name, why = MISTAKES[case]
    prepare(tmp_path)
    code, out, err = run("cards", name)
    assert (code, out) == (1, "")
    assert why in err and err.count("\n") == 1 and err.startswith("autograder: ")
    assert not [path for path in tmp_path.rglob("*.apkg") if path.is_file()]


@pytest.mark.parametrize(
    "error", [OSError(28, "No space left on device"), PermissionError(13, "Permission denied")]
)
def test_what_cannot_be_written_leaves_the_old_file(toy_cards, run, tmp_path, monkeypatch, error):
    (tmp_path / "out.apkg").write_text("old")

    def fails(*_):
        raise error

    monkeypatch.setattr(os, "replace", fails)
    code, _, err = run("cards", "out.apkg")
    assert (code, err) == (1, f"autograder: can't write out.apkg: {error.strerror}.\n")
    assert (tmp_path / "out.apkg").read_text() == "old"
