"""The parts of a notebook as HTML that stands alone: markdown, mathematics, code, outputs.

No script and no request: mathematics becomes MathML, which browsers draw themselves. What is in
every student's notebook (the questions, the tests) is rendered once.
"""

from __future__ import annotations

import re
from functools import lru_cache

import mistune
from latex2mathml.converter import convert
from markupsafe import Markup, escape
from pygments import highlight
from pygments.formatters.html import HtmlFormatter
from pygments.lexers.python import PythonLexer

from . import markup, sanitize

_REMEMBERED = 1000  # texts; a level has about a hundred
_LONGEST = 100_000  # characters of a text that is more than shown as it is
_LONGEST_FORMULA = 2000  # characters


class _Renderer(mistune.HTMLRenderer):
    def heading(self, text: str, level: int, **attributes) -> str:
        """Two levels down: the page has its own first and second."""
        return super().heading(text, min(level + 2, 6), **attributes)

    def inline_math(self, text: str) -> str:
        return formula(text, "inline")

    def block_math(self, text: str) -> str:
        return f"<p>{formula(text.strip(), 'block')}</p>\n"


_MARKDOWN = mistune.Markdown(
    renderer=_Renderer(escape=False),
    plugins=[
        mistune.plugins.import_plugin(name) for name in ("math", "table", "strikethrough", "url")
    ],
)


_DATA = re.compile(r"data:image/(?:png|jpeg|gif);base64,[A-Za-z0-9+/=]{100,}")
_ASIDE = "data:image/png;base64,aside"


def markdown(source: str) -> Markup:
    """Markdown as HTML without anything that runs or fetches."""
    small = len(source) < _LONGEST  # with pictures in it, it would fill the memory
    return _markdown(source) if small else _markdown.__wrapped__(source)


@lru_cache(_REMEMBERED)
def _markdown(source: str) -> Markup:
    pictures: list[str] = []

    def put_aside(found: re.Match) -> str:  # mistune takes a long look at each character
        pictures.append(found[0])
        return f"{_ASIDE}{len(pictures) - 1:06}"

    page = markup.html(_read(_DATA.sub(put_aside, markup.plain(source))))
    page = re.sub(rf"{_ASIDE}(\d{{6}})", lambda m: (pictures[int(m[1]) :] or [""])[0], page)
    page = re.sub(r"<img(?![^>]* src=)[^>]*>", _missing, page)
    # a wide table scrolls by itself, not the page
    page = re.sub(r"(<table\b.*?</table>)", r'<div class="wide">\1</div>', page, flags=re.DOTALL)
    return Markup(page)


@lru_cache(_REMEMBERED)
def inline(source: str) -> Markup:
    """A line of markdown, such as a heading, without a paragraph around it."""
    page = markup.html(_read(markup.plain(source)).strip())
    return Markup(re.sub(r"</?(?:p|h[1-6]|a|img)\b[^>]*>", "", page))


def _read(source: str) -> str:
    if len(source) <= _LONGEST:
        try:
            return _MARKDOWN(source)
        except RecursionError:  # thousands of nested quotes or lists
            pass
    return f"<pre>{escape(source)}</pre>"


def _missing(found: re.Match) -> str:
    """In the place of a picture from elsewhere: what it was to show."""
    alt = re.search(r' alt="([^"]*)"', found[0])
    return f"[picture: {alt[1]}]" if alt and alt[1] else "[picture]"


@lru_cache(_REMEMBERED)
def formula(tex: str, display: str = "inline") -> str:
    """TeX as MathML; what can't be read stays as TeX."""
    source = f"<code>{escape(tex)}</code>"
    if len(tex) > _LONGEST_FORMULA:
        return source
    # the same thing in words that the converter knows
    read = re.sub(r"\\(begin|end)\{(?:aligned|split|gathered)\}", r"\\\1{matrix}", tex)
    try:
        drawn = markup.html(convert(read.replace(markup.GAP, ""), display=display))
    except Exception:  # whatever a student's formula does to the converter
        return source
    unread = re.search(r"<mi>(?:\\|&amp;)", drawn)  # a command or a column that it doesn't know
    return source if unread or not drawn.startswith("<math") else drawn


_FORMATTER = HtmlFormatter(nowrap=True)


def code(source: str) -> Markup:
    """Python with its words in colour."""
    return _coloured(source) if len(source) <= _LONGEST else escape(source)


@lru_cache(_REMEMBERED)
def _coloured(source: str) -> Markup:
    return Markup(highlight(source, PythonLexer(), _FORMATTER).rstrip("\n"))


def outputs(found) -> list[Markup]:
    """A cell's outputs, each in the richest form that it has."""
    shown = []
    for output in sanitize.outputs(found, limit=1_000_000):
        kind = output["output_type"]
        if kind == "stream":
            shown.append(_pre(output["text"]))
        elif kind == "error":
            lines = output["traceback"] or [f"{output['ename']}: {output['evalue']}"]
            shown.append(_pre("\n".join(lines), "error"))
        else:
            shown.append(_rich(output["data"]))
    return shown


def _rich(data: dict) -> Markup:
    plain = data.get("text/plain", "")
    for kind in ("text/html", "image/svg+xml"):
        if kind in data:
            return Markup(data[kind])
    for kind in ("image/png", "image/jpeg"):
        if kind in data:
            alt = plain.strip()[:200] or "A picture that this cell shows"
            return Markup('<img src="data:{};base64,{}" alt="{}">').format(kind, data[kind], alt)
    if "text/markdown" in data:
        return markdown(data["text/markdown"])
    if "text/latex" in data:
        return markdown(data["text/latex"])
    return _pre(plain)


def _pre(text: str, kind: str = "") -> Markup:
    return Markup('<pre class="{}">{}</pre>').format(kind or "text", text.rstrip("\n"))
