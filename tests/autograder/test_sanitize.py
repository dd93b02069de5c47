"""What a student put out can't run, ask the net or hide; what is honest stays as it was."""

import base64
import json
from html.parser import HTMLParser

import numpy as np
import pytest

from autograder.feedback import sanitize
from autograder.feedback.markup import GAP, html, markdown
from shardlab import Mesh, draw, run, shard
from shardlab.pipeline import B, F, simulate

PNG = base64.b64encode(b"\x89PNG\r\n\x1a\n" + b"\x00" * 20).decode()
JPEG = base64.b64encode(b"\xff\xd8\xff\xe0" + b"\x00" * 20).decode()
IMG = f"data:image/png;base64,{PNG}"


class Danger(HTMLParser):
    """Lists what could run or fetch in a piece of HTML."""

    RUNS = set("script iframe object embed form input button link meta base style".split()) | set(
        "frame frameset applet foreignobject animate set template noscript textarea".split()
    )

    ASKS = ("srcdoc", "action", "formaction", "ping", "srcset")

    def __init__(self, source):
        super().__init__()
        self.found = []
        self.feed(source)
        self.close()

    def handle_starttag(self, tag, attributes):
        if tag in self.RUNS:
            self.found.append(f"<{tag}>")
        for name, value in attributes:
            value = "".join((value or "").split()).lower()
            link = value.startswith(("http://", "https://", "mailto:", "#"))
            local = "//" not in value and ":" not in value
            if name.startswith("on") or name in (
                "srcdoc",
                "action",
                "formaction",
                "ping",
                "srcset",
            ):
                self.found.append(name)
            elif name == "href" and tag == "a":
                self.found += [] if link or local else [value]
            elif name in ("href", "src", "xlink:href", "background", "poster", "data"):
                self.found += [] if value.startswith(("data:image/png;", "#")) else [value]
            elif "url(" in value and "url(#" not in value:
                self.found.append(value)

    handle_startendtag = handle_starttag

    def handle_comment(self, data):
        self.found.append("<!--")

    handle_decl = handle_pi = unknown_decl = handle_comment


HTML_ATTACKS = """
<script>alert(1)</script>
<SCRIPT SRC=http://evil.example/x.js></SCRIPT>
<scr<script>ipt>alert(1)</scr</script>ipt>
<img src=x onerror=alert(1)>
<img/src=x/onerror=alert(1)>
<img src="data:text/html,<script>alert(1)</script>">
<img src="data:image/svg+xml;base64,PHN2Zz4=">
<img src=http://evil.example/p.png>
<img src=//evil.example/p.png>
<img srcset="http://evil.example/p.png 2x">
<a href="javascript:alert(1)">x</a>
<a href="java&#115;cript:alert(1)">x</a>
<a href="java\tscript:alert(1)">x</a>
<a href=" \x01javascript:alert(1)">x</a>
<a href="data:text/html,<script>alert(1)</script>">x</a>
<a href="vbscript:x" onclick=alert(1)>x</a>
<a href="https://ok.example" ping="http://evil.example">x</a>
<iframe src="https://evil.example"></iframe>
<iframe srcdoc="<script>alert(1)</script>"></iframe>
<object data="x.swf"></object><embed src=x>
<form action="/api"><input name=x autofocus onfocus=alert(1)><button>Go</button></form>
<link rel=stylesheet href=http://evil.example/x.css>
<meta http-equiv=refresh content="0;url=http://evil.example">
<base href="http://evil.example/">
<style>@import url(http://evil.example/x.css);</style>
<style>body{display:none}</style>
<div style="background:url(http://evil.example/x)">x</div>
<div style="background:u\\72l(http://evil.example/x)">x</div>
<div style="background:image-set('http://evil.example/x' 1x)">x</div>
<div style="width:expression(alert(1))">x</div>
<details open ontoggle=alert(1)><summary>x</summary></details>
<svg onload=alert(1)>
<svg><script>alert(1)</script></svg>
<svg><a xlink:href="javascript:alert(1)"><text>x</text></a></svg>
<svg><use href="http://evil.example/x.svg#a"/></svg>
<svg><image href="http://evil.example/x.png"/></svg>
<svg><animate attributeName=href values="javascript:alert(1)"/></svg>
<svg><set attributeName=onload to=alert(1) /></svg>
<svg><foreignObject><iframe src=x></iframe></foreignObject></svg>
<svg><rect fill="url(http://evil.example/x#a)"/></svg>
<svg><style><img src=x onerror=alert(1)></style></svg>
<svg></p><style><a id="</style><img src=1 onerror=alert(1)>">
<math href="javascript:alert(1)"><mtext><iframe src=x></iframe></mtext></math>
<math><annotation-xml encoding="text/html"><script>alert(1)</script></annotation-xml></math>
<math><maction actiontype="statusline" xlink:href="javascript:alert(1)">x</maction></math>
<math><mtext><table><mglyph><style><!--</style><img title="--><img src=1 onerror=alert(1)>">
<noscript><p title="</noscript><img src=x onerror=alert(1)>">
<template><script>alert(1)</script></template>
<body onload=alert(1)>
<video poster=http://evil.example/x><source onerror=alert(1)></video>
<table background="http://evil.example/x"><tr><td>x</td></tr></table>
<!--[if IE]><script>alert(1)</script><![endif]-->
<?xml-stylesheet href="javascript:alert(1)"?>
<p title="<script>">x</p>
<textarea><script>alert(1)</script></textarea>
<marquee onstart=alert(1)>x</marquee>
"""
HTML_ATTACKS = [line for line in HTML_ATTACKS.splitlines() if line]

MARKDOWN_ATTACKS = [
    "[x](javascript:alert(1))",
    "[x](JaVaScRiPt:alert(1))",
    "[x](java&#115;cript:alert(1))",
    "[x](&#" + "0" * 900 + "106;avascript:alert(1))",
    "[x](javascript&colon;alert(1))",
    "[x](javascript\\:alert(1))",
    "[x](&amp;#106;avascript:alert(1))",
    "[x](<javascript:alert(1)>)",
    "[x](<java\tscript:alert(1)>)",
    "[x](<&#106;avascript:alert(1)>)",
    "[x]( \n javascript:alert(1))",
    "[x](data:text/html;base64,PHNjcmlwdD4=)",
    "[x](vbscript:x)",
    '[x](javascript:alert(1) "title")',
    "[x][r]\n\n[r]: javascript:alert(1)",
    "[x][r]\n\n[r]:\n  javascript:alert(1)",
    "[r]\n\n[r]: &#x6a;avascript:alert(1)",
    "> [r]\n\n> [r]:\n> javascript:alert(1)",
    "- [r]\n\n  [r]: javascript:alert(1)",
    "[a [b](javascript:alert(1)) c](https://ok.example)",
    f"[![a]({IMG})](javascript:alert(1))",
    "<javascript:alert(1)>",
    "![x](http://evil.example/p.png)",
    "![x](//evil.example/p.png)",
    "![x](/hub/logout)",
    "!![x](http://evil.example/p.png)",
    "![x][r]\n\n[r]: http://evil.example/p.png",
    "![r]\n\n[r]: http://evil.example/p.png",
    "![x](data:image/svg+xml;base64,PHN2Zz4=)",
    "![x](javascript:alert(1))",
    "![![x](http://evil.example/a)](http://evil.example/b)",
    '![x" onerror="alert(1)](http://evil.example/p.png)',
    "```mermaid\n<img src=x onerror=alert(1)>\n```",
    "~~~ mermaid\n<script>alert(1)</script>\n~~~",
    '```"><script>alert(1)</script>\nx\n```',
    "$<script>alert(1)</script>$",
    "$$\n<img src=x onerror=alert(1)>\n$$",
    "\\begin{a}<script>alert(1)</script>\\end{a}",
    "# <img src=x onerror=alert(1)>",
    "| a |\n|---|\n| <img src=x onerror=alert(1)> |",
    "<br>\n<https://x/onclick=alert(1)//>\n",
    "<br>\n<y$ onclick=alert(1) <br>",
    "<b>\n<i\nonclick=alert(1)>x</i></b>",
    "<b onclick=alert(1)>x</b>",
    "<b/onclick=alert(1)>x</b>",
    f'<img src="{IMG}" onerror="alert(1)">',
    f'<img src="{IMG}"onload=alert(1)>',
    '<img alt="`" src=x onerror=alert(1)>',
    "<\x00script>alert(1)</script>",
    "<\x0bscript>alert(1)</script>",
    "\\<script>alert(1)</script>",
    "&lt;script>alert(1)&lt;/script>",
    "<!-- x --><script>alert(1)</script>",
    "<![CDATA[<script>alert(1)</script>]]>",
    "<?php x ?><script>alert(1)</script>",
    "[^1]\n\n[^1]: <script>alert(1)</script>",
    *HTML_ATTACKS,
]


@pytest.mark.parametrize("attack", HTML_ATTACKS)
def test_html_that_runs_or_fetches_is_gone(attack):
    cleaned = html(attack)
    assert not Danger(cleaned).found, cleaned
    assert html(cleaned) == cleaned  # so a browser's second reading finds nothing new
    page = html(f"<p>before</p>{attack}")
    assert page.startswith("<p>before</p>")


def test_markdown_that_runs_or_fetches_is_gone():
    from nbconvert.filters.markdown_mistune import markdown2html_mistune

    for attack in MARKDOWN_ATTACKS:
        for text in (attack, f"text {attack}", f"> {attack}", f"1. {attack}", f"<br>\n{attack}"):
            page = markdown2html_mistune(markdown(text))
            assert not Danger(page).found, (text, page)


def test_the_checker_sees_the_attacks_when_nobody_cleans():
    from nbconvert.filters.markdown_mistune import markdown2html_mistune

    dangerous = [a for a in MARKDOWN_ATTACKS if Danger(markdown2html_mistune(a)).found]
    assert len(dangerous) > 60


def test_a_whole_notebook_of_attacks_is_harmless_in_nbconvert():
    import nbformat
    from nbconvert import HTMLExporter

    found = [
        {"output_type": kind, "data": {mime: attack}, "metadata": {"x": 1}, "execution_count": 1}
        for attack in HTML_ATTACKS
        for kind, mime in (("display_data", "text/html"), ("execute_result", "text/latex"))
    ]
    found += [{"output_type": "stream", "name": "stderr", "text": a} for a in HTML_ATTACKS]
    found += [
        {"output_type": "error", "ename": a, "evalue": a, "traceback": [a]} for a in HTML_ATTACKS
    ]
    found += [
        {"output_type": "display_data", "data": {"text/markdown": a}} for a in MARKDOWN_ATTACKS
    ]
    cells = [
        nbformat.v4.new_code_cell("1", outputs=nbformat.from_dict(sanitize.outputs(found, 10**6))),
        *(nbformat.v4.new_markdown_cell(markdown(attack)) for attack in MARKDOWN_ATTACKS),
    ]
    notebook = nbformat.v4.new_notebook(cells=cells)
    nbformat.validate(notebook)
    body, _ = HTMLExporter(template_name="basic").from_notebook_node(notebook)
    assert Danger(body).found == []


@pytest.mark.parametrize(
    "text",
    [
        "a < b and c<3 and x<=y",
        "H<sub>2</sub>O, x<sup>2</sup><br>**b** <b>bold</b> <i>x</i><br/>",
        "[x](https://ok.example/a?b=c) and [y](notes/x.md) and [z](#there)",
        "[x][r]\n\n[r]: https://ok.example/a",
        f"![a picture]({IMG})",
        f'<img src="{IMG}" alt="a picture" width="300">',
        "![a](attachment:plot.png)",
        "```python\nif a < b and not x[0](1):\n    pass\n```",
        "    a = x[1:2]\n",
        "$x < y$ and $W_0 \\mid W_1$",
    ],
)
def test_honest_markdown_stays_to_the_letter(text):
    assert markdown(text) == text


def test_mathematics_and_code_look_the_same():
    assert markdown("$x<y$") == "$x< y$"  # TeX takes no notice of spaces
    assert markdown("`vector<int>`").replace(GAP, "") == "`vector<int>`"
    assert markdown("<b>x").replace(GAP, "") == "<b>x"  # half a pair would style the whole page


def test_tex_can_not_link_or_load():
    for command in ("href{javascript:alert(1)}{x}", "style{x}{y}", "require{html}", "cssId{a}{b}"):
        assert "\\" + command not in markdown(f"$\\{command}$")
        assert "\\" + command not in html(f"<p>$\\{command}$</p>")
    assert markdown("$\\stylish \\hrefs$") == "$\\stylish \\hrefs$"


def pictures():
    result = run(
        lambda dev, X, W: dev.all_reduce(X @ W),
        Mesh(tp=2),
        shard(np.arange(24.0).reshape(4, 6), axis=1),
        shard(np.arange(30.0).reshape(6, 5), axis=0),
    )
    cost = draw.curves([1, 2, 4, 8], {"time": [9, 5, 3, 2]}, xlabel="devices", ylabel="ms")
    stages = [[F(0), F(1), B(0), B(1)]] * 2
    schedule = simulate(stages, forward=1, backward=2)
    return [result, result.timeline, result.traffic, shard(np.ones((2, 6)), axis=1), schedule, cost]


def shape(source):
    """Tags with their attributes and the text between: what a picture is, however it is written."""
    found = []

    class Reader(HTMLParser):
        def handle_starttag(self, tag, attributes):
            values = {k: _same(v) for k, v in attributes if not k.startswith("xmlns:") and v}
            found.append((tag, values))

        def handle_data(self, data):
            found.append(data.strip())

    Reader().feed(source)
    return [part for part in found if part]


def _same(value):
    value = value.replace("#o-", "#").removeprefix("o-").replace("'", '"')
    return ";".join(sorted(part.replace(" ", "") for part in value.split(";") if part.strip()))


def test_the_library_s_own_pictures_stay_as_they_are():
    for thing in pictures():
        drawn = thing._repr_html_()
        cleaned = html(drawn)
        assert shape(cleaned) == shape(drawn)
        assert html(cleaned) == cleaned


def test_kinds_of_output():
    data = {
        "text/plain": ["a\n", "b"],
        "image/png": PNG,
        "image/jpeg": [JPEG[:8] + "\n", JPEG[8:]],
        "image/svg+xml": "<?xml version='1.0'?><!DOCTYPE svg><svg><title>x</title></svg>",
        "text/html": "<b>x</b>",
        "application/javascript": "alert(1)",
        "application/vnd.jupyter.widget-view+json": {"model_id": "x"},
        "application/json": {"a": 1},
    }
    [kept] = sanitize.outputs([{"output_type": "display_data", "data": data, "metadata": {"a": 1}}])
    assert kept["data"] == {
        "text/plain": "a\nb",
        "image/png": PNG,
        "image/jpeg": JPEG,
        "image/svg+xml": "<svg><title>x</title></svg>",
        "text/html": "<b>x</b>",
    }
    assert kept["metadata"] == {}


def test_a_stream_is_plain_text_on_stdout():
    found = [
        {"output_type": "stream", "name": "stderr", "text": ["\x1b[31mred\x1b[0m\n", " 10%\r"]},
        {"output_type": "stream", "name": "stdout", "text": " 99%\r100%\r\nend\x07\ud800"},
    ]
    [kept] = sanitize.outputs(found)
    assert kept == {
        "output_type": "stream",
        "name": "stdout",
        "text": "red\n 10%100%\nend?",
    }
    json.dumps(kept, ensure_ascii=False).encode("utf-8")


def test_an_error_has_no_terminal_codes():
    found = [
        {"output_type": "error", "ename": "E", "evalue": "\x1b[1mx", "traceback": ["\x1b]0;t\x07y"]}
    ]
    assert sanitize.outputs(found) == [
        {"output_type": "error", "ename": "E", "evalue": "x", "traceback": ["y"]}
    ]


@pytest.mark.parametrize("bad", ["%%%", "QUJD", "", PNG[:-1], PNG + '" onerror="x', None, 3, {}])
def test_a_picture_that_is_none_is_dropped(bad):
    data = {"image/png": bad, "text/plain": "x"}
    [kept] = sanitize.outputs([{"output_type": "display_data", "data": data}])
    assert kept["data"] == {"text/plain": "x"}


def test_limits():
    flood = [{"output_type": "stream", "name": "stdout", "text": "x" * 70}] * 3
    kept = sanitize.outputs(flood, 100)
    assert len(kept) == 2 and kept[0]["text"] == "x" * 100 and "left out" in kept[1]["text"]
    huge = base64.b64encode(b"\x89PNG\r\n\x1a\n" + b"\x00" * sanitize.PICTURE).decode()
    found = [{"output_type": "display_data", "data": {"image/png": huge, "text/plain": "x"}}]
    assert sanitize.outputs(found)[0]["data"] == {"text/plain": "x"}
    many = [{"output_type": "display_data", "data": {"text/plain": "x"}}] * 10_000
    assert len(sanitize.outputs(many)) <= sanitize.COUNT + 1


deep = "x"
for _ in range(50_000):
    deep = [deep]


@pytest.mark.parametrize(
    "odd",
    [
        None,
        "text",
        {},
        [None, 1, "x", [], {}],
        [{"output_type": None}, {"output_type": ["stream"]}, {"output_type": "new"}],
        [{"output_type": "stream"}, {"output_type": "stream", "text": {"a": 1}}],
        [{"output_type": "error"}, {"output_type": "error", "traceback": {"a": 1}, "ename": 3}],
        [{"output_type": "display_data"}, {"output_type": "display_data", "data": []}],
        [{"output_type": "display_data", "data": {"text/html": 3, "text/plain": [1, None]}}],
        [{"output_type": "execute_result", "data": {"text/plain": deep}, "execution_count": deep}],
        [{"output_type": "stream", "text": deep}],
    ],
)
def test_malformed_outputs_never_raise(odd):
    for kept in sanitize.outputs(odd):
        assert kept["output_type"] in ("stream", "error", "display_data", "execute_result")


def test_deeply_nested_html_comes_to_an_end():
    for piece in ("<b>", "<table>", "<svg>", "<details>", "<a href=x>"):
        assert isinstance(html(piece * 20_000), str)


def test_attachments_are_pictures():
    found = {"a.png": {"image/png": PNG}, "b.svg": {"image/svg+xml": "<svg onload=x>"}, "c": 3}
    assert sanitize.attachments(found) == {"a.png": {"image/png": PNG}}
