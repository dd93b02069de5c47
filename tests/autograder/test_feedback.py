"""The feedback page: what it says, what it never says, and that it stands alone."""

import base64
import copy
import re
from html.parser import HTMLParser
from itertools import pairwise

import pytest

from autograder.feedback import Marks, page, rendered

PNG = base64.b64encode(b"\x89PNG\r\n\x1a\n" + b"\x00" * 20).decode()

QUESTION = """# Toy

## 1 · Double *a number*

Given $x<y$, double it.

```python
# not a heading
```
"""
SCHEME = """## 2 · Why?

=== BEGIN MARK SCHEME ===
forty-two
=== END MARK SCHEME ==="""
TEST = """assert double(3) == 6
### BEGIN HIDDEN TESTS
secret_input = -7.25
assert double(secret_input) == -14.5
### END HIDDEN TESTS"""


def cell(kind, source, name="", outputs=None, **flags):
    made = {"cell_type": kind, "metadata": {}, "source": source}
    if name:
        flags = {"grade": False, "solution": False, "locked": False, "task": False} | flags
        made["metadata"]["nbgrader"] = {"grade_id": name, **flags}
    if kind == "code":
        made |= {"outputs": outputs or [], "execution_count": None}
    return made


def shown(data):
    return {"output_type": "display_data", "data": data, "metadata": {}}


def printed(text):
    return {"output_type": "stream", "name": "stdout", "text": text}


def verdict(name, score, points, reason="", tests=""):
    return {"name": name, "score": score, "points": points, "reason": reason, "tests": tests}


@pytest.fixture
def judged():
    error = {"output_type": "error", "ename": "AssertionError", "evalue": "x"}
    error["traceback"] = ["assert double(secret_input) == -14.5"]
    rubric = cell("markdown", "RUBRIC: the reference says forty-two")
    rubric["metadata"]["shardlab"] = {"rubric": True}
    drawn = [shown({"text/html": '<svg role="img" aria-label="slab"><rect/></svg>'})]
    drawn += [shown({"image/png": PNG, "text/plain": "<Figure size 4x2>"}), printed("mine\n")]
    cells = [
        cell("markdown", QUESTION),
        cell("code", "def double(x):\n    return 2 + x", "double", drawn, solution=True),
        cell("code", TEST, "test_double", [printed("told -14.5"), error], grade=True, points=4),
        cell(
            "code",
            "assert double(0) == 0",
            "test_zero",
            [shown({"text/plain": "drawn"})],
            grade=True,
        ),
        cell(
            "markdown",
            "## 2 · Why?\n\n=== BEGIN MARK SCHEME ===\nforty-two\n=== END MARK SCHEME ===",
        ),
        rubric,
        cell("markdown", "Because <b>a<b</b>.", "why", grade=True, solution=True, points=5),
        cell("code", "plt.plot()", "plot", grade=True, solution=True, points=3),
        cell("code", "print('a cell of my own')", outputs=[printed("<script>alert(1)</script>")]),
    ]
    verdicts = [
        verdict("test_double", 0, 4, "double(-7) is -5, not -14.\nraise mine", "double"),
        verdict("test_zero", 1.5, 2, "half: see assert double(secret_input) == -14.5", "double"),
        verdict("why", None, 5),
        verdict("plot", None, 3),
    ]
    kept = {"done": True, "remarks": ["cell x was edited."], "cells": verdicts}
    return {"cells": cells, "metadata": {"shardlab": kept}, "nbformat": 4, "nbformat_minor": 5}


MARKS = Marks("T1 · Toy", "zoë <i>", 3.5, 14, 7200, 1, {"plot": (3.0, "Well drawn.")}, ["Go on!"])


class Page(HTMLParser):
    """What a page is made of."""

    def __init__(self, source):
        super().__init__()
        self.tags, self.ids, self.links, self.addresses = [], [], [], []
        self.words, self.rows = [], []
        self.feed(source)

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        self.tags.append((tag, values))
        if "id" in values:
            self.ids.append(values["id"])
        if tag == "a":
            self.links.append(values.get("href", ""))
        elif tag not in ("svg", "math"):
            self.addresses += [v for k, v in attributes if k in ("src", "href", "xlink:href")]
        if tag == "tr":
            self.rows.append("")

    def handle_data(self, data):
        self.words.append(data)
        if self.rows:
            self.rows[-1] += data

    @property
    def text(self):
        return " ".join("".join(self.words).split())


def test_it_says_score_lateness_and_penalty(judged):
    text = Page(page(judged, MARKS)).text
    for words in ("T1 · Toy", "zoë <i>", "3.5 of 14", "2 h", "Penalty", "−1", "Go on!"):
        assert words in text


def test_a_row_for_each_exercise_with_points_and_diagnosis(judged):
    rows = [" ".join(row.split()) for row in Page(page(judged, MARKS)).rows]
    assert rows[1].startswith("1 · Double a number 1.5 of 6 part of the marks double(-7) is -5")
    assert rows[2].startswith("2 · Why? 3 of 8 to be graded by hand Your grader: Well drawn.")


def test_open_answers_are_counted_once_the_grader_has_not_scored_them(judged):
    assert (
        "1 answer is still to be graded by hand, worth 5 points" in Page(page(judged, MARKS)).text
    )
    marks = Marks("T1", "a", 12, 14, manual={"plot": (3, ""), "why": (5, "")})
    assert "still to be graded" not in page(judged, marks)


def test_a_comment_on_an_answer_stands_in_its_row_and_at_its_cell(judged):
    marks = Marks("T1", "a", 3, 14, manual={"double": (None, "Multiply, don't add.")})
    found = Page(page(judged, marks))
    assert "Your grader: Multiply, don't add." in found.rows[1]
    assert found.text.count("Multiply, don't add.") == 2


def test_links_lead_to_cells(judged):
    found = Page(page(judged, MARKS))
    assert found.links and {link[1:] for link in found.links} <= set(found.ids)
    assert len(found.ids) == len(set(found.ids))


def test_the_student_s_own_code_output_and_pictures_are_there(judged):
    source = page(judged, MARKS)
    text = Page(source).text
    for words in ("return 2 + x", "mine", "a cell of my own", "<script>alert(1)</script>", "drawn"):
        assert words in text
    assert f"data:image/png;base64,{PNG}" in source and "Figure size 4x2" in source
    assert '<svg role="img" aria-label="slab">' in source and "<math" in source


def test_nothing_secret_is_there(judged):
    source = page(judged, MARKS)
    for secret in ("secret_input", "-14.5", "HIDDEN", "forty-two", "RUBRIC", "MARK SCHEME"):
        assert secret not in source
    assert "cell x was edited" not in source  # remarks are the instructor's


def test_it_stands_alone(judged):
    found = Page(page(judged, MARKS))
    assert all(address.startswith("data:image/png;") for address in found.addresses)
    assert not {"script", "link", "iframe", "object"} & {tag for tag, _ in found.tags}
    policy = next(v["content"] for tag, v in found.tags if v.get("http-equiv"))
    assert policy.startswith("default-src 'none'")
    assert not any(name.startswith("on") for _, values in found.tags for name in values)


def test_it_can_be_read_aloud(judged):
    found = Page(page(judged, MARKS))
    assert ("html", {"lang": "en"}) in found.tags
    assert [tag for tag, _ in found.tags].count("h1") == 1
    assert all(values.get("alt") for tag, values in found.tags if tag == "img")
    assert all("scope" in values for tag, values in found.tags if tag == "th")
    levels = [int(tag[1]) for tag, _ in found.tags if re.fullmatch("h[1-6]", tag)]
    assert all(b <= a + 1 for a, b in pairwise(levels))


def test_a_failed_submission_has_the_reason_and_what_to_do():
    text = Page(page(None, MARKS, failure="The file is an HTML page <b>, not a notebook.")).text
    assert "The file is an HTML page <b>, not a notebook." in text
    assert "What to do." in text and "Score" not in text and "By exercise" not in text


def test_an_attack_in_any_place_stays_text(judged):
    attack = '"><script>alert(1)</script><img src=x onerror=alert(1)>'
    judged["cells"][0]["source"] = f"## {attack}"
    judged["cells"][1]["source"] = attack
    judged["cells"][1]["metadata"]["nbgrader"]["grade_id"] = attack
    judged["cells"][6]["source"] = f"${attack}$ $\\text{{{attack}}}$ {attack}"
    judged["cells"][8]["outputs"] = [shown({kind: attack}) for kind in ("text/html", "text/latex")]
    judged["metadata"]["shardlab"]["cells"][0]["reason"] = attack
    judged["metadata"]["shardlab"]["cells"][0]["tests"] = attack
    marks = Marks(attack, attack, 0, 1, 0, 0, {"why": (1, attack)}, [attack])
    found = Page(page(judged, marks))
    assert "script" not in {tag for tag, _ in found.tags}
    assert not any(name.startswith("on") for _, values in found.tags for name in values)
    assert set(found.addresses) == {f"data:image/png;base64,{PNG}"}


def test_a_picture_from_elsewhere_becomes_its_words():
    shown = rendered.markdown("![the ring](http://evil.example/x.png)")
    assert "[picture: the ring]" in shown and "<img" not in shown


def test_an_attached_picture_is_shown(judged):
    answer = judged["cells"][6]
    answer["source"] = "![my plot](attachment:plot.png)"
    big = base64.b64encode(b"\x89PNG\r\n\x1a\n" + b"\x00" * 900).decode()
    answer["attachments"] = {"plot.png": {"image/png": big}}
    assert f'src="data:image/png;base64,{big}" alt="my plot"' in page(judged, MARKS)


@pytest.mark.parametrize("tex", [r"\frac{a", "{" * 5000, r"\unknown{x}", "a & b", r"\href{x}{y}"])
def test_a_formula_that_can_not_be_read_stays_readable(tex):
    drawn = rendered.formula(tex)
    assert drawn.startswith(("<math", "<code>")) and "href=" not in drawn


@pytest.mark.parametrize("source", ["> " * 3000, "- " * 3000, "[" * 3000, "x" * 300_000])
def test_markdown_too_deep_or_too_long_is_shown_as_it_is(source):
    assert rendered.markdown(source)


def test_a_page_does_not_change_the_notebook(judged):
    before = copy.deepcopy(judged)
    page(judged, MARKS)
    assert judged == before


def test_an_ungraded_notebook_has_a_page():
    assert "Your notebook" not in page({"cells": [], "metadata": {}}, MARKS)
    assert "Your notebook" in page({"cells": [cell("code", "1")], "metadata": {}}, MARKS)
