"""Cards: complete, found from anywhere, and read with care."""

import re
import sys
import tomllib
from pathlib import Path
from xml.etree import ElementTree

import ipywidgets
import pytest
from hypothesis import given
from hypothesis import strategies as st

from shardlab.asked import marked
from shardlab.cards import _problem
from shardlab.errors import ShardError
from shardlab.quiz import card, cards

ROOT = Path(__file__).resolve().parents[2]


def parts(widget, kind):
    """All widgets of a kind inside a widget, in order."""
    if isinstance(widget, kind):
        return [widget]
    return [found for child in getattr(widget, "children", ()) for found in parts(child, kind)]


@pytest.mark.parametrize("name", sorted(cards()))
def test_a_card_is_complete(name):
    content = cards()[name]
    assert content["level"] in {"L1", "L2", "L3", "L4", "L5"}
    assert content["front"] and content["back"]
    choices = content.get("choices", [])
    if choices:
        assert len(choices) >= 3
        assert sum(choice.get("right", False) for choice in choices) == 1
        assert all(choice.get("right") or len(choice["why"]) > 20 for choice in choices)
        assert len({choice["text"] for choice in choices}) == len(choices)


@pytest.mark.parametrize("name", sorted(cards()))
def test_a_card_answers_every_choice(name):
    content = cards()[name]
    widget = card(name).widget(ipywidgets)
    buttons, out = parts(widget, ipywidgets.Button), parts(widget, ipywidgets.HTML)[-1]
    assert out.value == ""  # nothing is told before the learner commits
    if "choices" not in content:
        (button,) = buttons
        button.click()
        assert marked(content["back"]) in out.value
        return
    for button, choice in zip(buttons, content["choices"], strict=True):
        button.click()
        assert f">{marked(verdict(content, choice))}<" in out.value
        assert button.tooltip == choice["text"]


def verdict(content, choice):
    if choice.get("right"):
        return f"Right. {content['back'].removeprefix('False. ')}"
    return f"Not so. {choice['why']}"


@pytest.mark.parametrize("name", sorted(cards()))
def test_a_card_without_widgets_opens_choice_by_choice(name, monkeypatch):
    monkeypatch.setitem(sys.modules, "ipywidgets", None)
    content, html = cards()[name], card(name)._repr_mimebundle_()["text/html"]
    page = ElementTree.fromstring(f"<div>{html}</div>".replace("<br>", "<br/>"))
    texts = [
        ["".join(part.itertext()) for part in details.iter() if part.tag in ("summary", "p")]
        for details in page.iter("details")
    ]
    for choice in (choices := content.get("choices", [])):
        assert [plain(choice["text"]), plain(verdict(content, choice))] in texts
    if not choices:
        assert texts == [["Answer, then open", plain(content["back"])]]
    assert len(texts) == (len(choices) or 1)
    for details in page.iter("details"):
        assert "open" not in details.attrib
        details.clear()
    shown = "".join(page.itertext())
    assert plain(content["front"]) in shown
    assert plain(content["back"]) not in shown


def plain(text):
    return text.strip().replace("`", "").replace("\n", "")


@pytest.mark.parametrize("name", sorted(cards()))
def test_true_or_false_and_spot_the_error_want_a_choice(name):
    content = cards()[name]
    kind = name.rstrip("0123456789")
    if kind == "QB-TF":
        assert content["front"].startswith("True or false? ")
        assert content["back"].startswith("False. ")
        assert {c["text"].split(":")[0] for c in content["choices"]} == {"True", "False"}
        assert all(c["text"].startswith("False:") for c in content["choices"] if c.get("right"))
    if kind == "QB-SE":
        assert re.fullmatch(r"Find the error: “.*”", content["front"])
        assert "choices" in content


@pytest.mark.parametrize("name", sorted(cards()))
def test_a_card_is_short_enough_to_read(name):
    content = cards()[name]
    assert len(content["front"].split()) <= (40 if "\n" not in content["front"] else 125)
    assert len(content["back"].split()) <= 75
    for choice in content.get("choices", []):
        assert len(choice["text"].split()) <= 14
        assert len(choice.get("why", "").split()) <= 45


def test_a_new_line_in_a_card_is_one_on_the_page():
    assert marked("\none\ntwo & `x < 3`\n") == "one<br>two &amp; <code>x &lt; 3</code>"


def test_right_answers_do_not_always_stand_in_one_place():
    places = [
        [choice.get("right", False) for choice in content["choices"]].index(True)
        for content in cards().values()
        if "choices" in content
    ]
    assert max(map(places.count, places)) < 0.8 * len(places)


def test_cards_are_found_from_a_folder_below(monkeypatch, tmp_path):
    (tmp_path / "course").mkdir()
    (tmp_path / "work" / "L2").mkdir(parents=True)
    text = '[X-1]\nlevel = "L2"\nfront = "here?"\nback = "here"\n'
    (tmp_path / "course" / "cards.toml").write_text(text)
    monkeypatch.chdir(tmp_path / "work" / "L2")
    assert cards() == tomllib.loads(text)


def test_cards_are_found_from_anywhere_if_the_library_lies_in_the_course(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    assert cards() == tomllib.loads((ROOT / "course" / "cards.toml").read_text(encoding="utf-8"))


def test_an_unknown_card_names_its_neighbours():
    with pytest.raises(ShardError, match="no 'QB-TF33'; there are, for example, QB-TF3"):
        card("QB-TF33")
    with pytest.raises(ShardError, match="name a card"):
        card()


CARD = """
[A-1]
front = "?"
back = "!"
choices = [
  { text = "one", why = "It tempts." },
  { text = "two", right = true },
]
"""


@pytest.fixture
def written(monkeypatch, tmp_path):
    """A function that writes course/cards.toml, in whose folder one then stands."""
    (tmp_path / "course").mkdir()
    monkeypatch.chdir(tmp_path)

    def write(content):
        content = content.encode() if isinstance(content, str) else content
        (tmp_path / "course" / "cards.toml").write_bytes(content)

    return write


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('front = "?"', "", "lacks its front; give it"),
        ('front = "?"', "front = 3", "lacks its front"),
        ('back = "!"', 'back = " "', "lacks its back"),
        ('text = "one", ', "", "lacks the text of choice A"),
        ('text = "one"', 'text = ["one"]', "lacks the text of choice A"),
        ('why = "It tempts."', "why = 1", "choice A whose why is no text"),
        ("right = true", 'right = "no"', "choice B whose right is 'no'; write true or false"),
        ("right = true", "right = false", "has 0 right choices; mark one"),
        (", right = true", "", "has 0 right choices"),
        ('why = "It tempts."', "right = true", "has 2 right choices"),
        ('"two"', '"one"', "has the same choice twice"),
        ('{ text = "one", why = "It tempts." },', "", "has 1 choices; give 2 to 26"),
        (CARD[CARD.index("choices") :], 'choices = "one"', "no list of tables"),
        (CARD[CARD.index("choices") :], 'choices = ["one", "two"]', "no list of tables"),
        (CARD[CARD.index("choices") :], "choices = []", "has 0 choices"),
        (CARD, "A-1 = 3", "is no table"),
    ],
)
def test_a_card_with_a_fault_is_named(written, old, new, said):
    written(CARD)
    assert card("A-1").cards[0].answer(1) == (True, "!")
    assert old in CARD
    written(CARD.replace(old, new, 1) + "\n[B-1]\nfront = 'x'\nback = 'y'\n")
    with pytest.raises(ShardError, match=rf"card: A-1 in .*cards\.toml .*{said}"):
        card("B-1")


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("[A-1\n", "cards.toml can't be read .*line 1"),
        (b'[A-1]\nfront = "\xff"\n', "cards.toml can't be read .*utf-8"),
        ("", "cards.toml holds no card"),
        ("# nothing but words\n", "cards.toml holds no card"),
    ],
)
def test_a_file_that_holds_no_cards_is_named(written, content, said):
    written(content)
    with pytest.raises(ShardError, match=said):
        cards()


def test_a_card_mended_in_its_file_is_read_again(written):
    written(CARD.replace('back = "!"', ""))
    with pytest.raises(ShardError, match="lacks its back"):
        card("A-1")
    written(CARD)
    assert card("A-1")


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=3),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["front", "back", "choices", "text", "why", "right"]), inner
        )
    ),
    max_leaves=12,
)


@given(values)
def test_any_content_is_a_card_or_has_a_problem(content):
    if _problem(content):
        return
    assert content["front"].strip() and content["back"].strip()
    choices = content.get("choices", [])
    assert not choices or [choice.get("right") for choice in choices].count(True) == 1


@pytest.mark.parametrize("name", [3, None, ["QB-TF3"], ("CL-6",), b"CL-6"])
def test_a_card_has_a_name(name):
    with pytest.raises(ShardError, match=r"card: there is no .*; there are, for example, "):
        card(name)


def test_a_working_directory_that_is_gone_does_no_harm(monkeypatch, tmp_path):
    (gone := tmp_path / "gone").mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    assert card("QB-TF3")
