"""HTML, SVG and markdown of an unknown hand, made harmless.

`html` leaves what is on a list of tags, attributes and CSS properties; nh3 (ammonia) parses it as
a browser does. `markdown` must leave a source that no renderer turns into anything that runs,
whatever it takes for code, mathematics or HTML. So it doesn't parse. Where a tag, a link or a
picture would begin that isn't allowed, it puts a space of no width: nobody sees it, not even in a
block of code, and nothing begins.
"""

from __future__ import annotations

import re
from functools import lru_cache

import nh3

GAP = "\u200b"  # a space of no width
PREFIX = "o-"  # ids in outputs never meet the page's own
_SMALL = 50_000  # characters of an HTML worth remembering

_CONTROL = "\x00-\x08\x0b-\x1f\x7f-\x9f"


def plain(text: str, keep: str = "") -> str:
    """Without control characters (but line breaks, tabs and `keep`), and fit for UTF-8."""
    text = re.sub(f"(?![{keep}])[{_CONTROL}]" if keep else f"[{_CONTROL}]", "", text)
    return text.encode("utf-8", "replace").decode("utf-8")


# ---- HTML and SVG

_SVG = set(
    "svg g defs title desc rect circle ellipse line polyline polygon path text tspan use image "
    "symbol clipPath mask marker pattern linearGradient radialGradient stop".split()
)
_HTML = set(
    "a abbr b blockquote br caption code col colgroup dd del details dfn div dl dt em figcaption "
    "figure h1 h2 h3 h4 h5 h6 hr i img ins kbd li mark ol p pre q s samp small span strike strong "
    "sub summary sup table tbody td tfoot th thead tr tt u ul var wbr".split()
)
# no annotation-xml, no maction: mathematics is shown, it does nothing
_MATHML = set(
    "math mfrac mi mn mo mover mpadded mphantom mroot mrow mspace msqrt mstyle msub msubsup msup "
    "mtable mtd mtext mtr munder munderover".split()
)
_FORMULA = set(
    "accent columnalign columnlines columnspacing depth display displaystyle fence form largeop "
    "linebreak linethickness lspace mathsize mathvariant maxsize minsize movablelimits notation "
    "rowlines rowspacing rspace scriptlevel separator stretchy symmetric xmlns".split()
)
_ANYWHERE = set("alt aria-hidden aria-label colspan dir height id lang role rowspan".split()) | set(
    "scope style title width align valign open start border".split()
)
_DRAWING = set(
    "clip-path clip-rule clipPathUnits cx cy d dominant-baseline dx dy fill fill-opacity fill-rule "
    "font-family font-size font-style font-weight fx fy gradientTransform gradientUnits href "
    "letter-spacing marker-end marker-mid marker-start markerHeight markerUnits markerWidth mask "
    "offset opacity orient paint-order pathLength patternTransform patternUnits points "
    "preserveAspectRatio r refX refY rotate rx ry shape-rendering spreadMethod stop-color "
    "stop-opacity stroke stroke-dasharray stroke-dashoffset stroke-linecap stroke-linejoin "
    "stroke-miterlimit stroke-opacity stroke-width text-anchor text-decoration textLength "
    "transform vector-effect version viewBox x x1 x2 xmlns y y1 y2".split()
)
# no position, no z-index, no negative margin: an output stays in its own box
_STYLES = set(
    "align-items background background-color border border-bottom border-collapse border-color "
    "border-left border-radius border-right border-spacing border-style border-top border-width "
    "clip-path color display dominant-baseline fill fill-opacity fill-rule flex flex-wrap font "
    "font-family font-size font-style font-variant font-weight gap grid-template-columns height "
    "justify-content letter-spacing line-height list-style-type margin margin-bottom margin-left "
    "margin-right margin-top max-height max-width min-width opacity overflow overflow-x "
    "padding padding-bottom padding-left padding-right padding-top stop-color stop-opacity stroke "
    "stroke-dasharray stroke-dashoffset stroke-linecap stroke-linejoin stroke-miterlimit "
    "stroke-opacity stroke-width text-align text-anchor text-decoration vertical-align "
    "white-space width word-break".split()
)
_PICTURE = re.compile(r"data:image/(?:png|jpeg|gif);base64,[A-Za-z0-9+/=\s]+")
_LOCAL_URL = re.compile(r"""url\(\s*["']?#([\w.:-]+)["']?\s*\)""", re.IGNORECASE)
_FETCHES = re.compile(
    r"""\\ | /\* | @ | (?:url|image|image-set|src|element|cross-fade|expression|paint|attr) \s* \(
    | overflow[\w-]* \s* : \s* visible | margin[\w-]* \s* : [^;]* -
    """,
    re.IGNORECASE | re.VERBOSE,
)


def html(source: str) -> str:
    """HTML or SVG without anything that runs, fetches, or leaves its place on the page."""
    return _cleaned(source) if len(source) < _SMALL else _cleaned.__wrapped__(source)


@lru_cache(500)  # a class puts out the same pictures again and again
def _cleaned(source: str) -> str:
    return no_tex_links(_CLEANER.clean(plain(source)))


def _attribute(tag: str, name: str, value: str) -> str | None:
    """The attribute's value as it may stay; None drops it."""
    if name == "id":
        return value if value.startswith(PREFIX) else PREFIX + value
    if name == "href" and value.startswith("#"):
        return value if value.startswith("#" + PREFIX) else f"#{PREFIX}{value[1:]}"
    if name == "href" and tag == "a":
        return value if re.match(r"(?:https?://|mailto:)", value, re.IGNORECASE) else None
    if name in ("href", "src"):
        shown = tag in ("img", "image") and _PICTURE.fullmatch(value)
        return value if shown else None
    local = _LOCAL_URL.sub(_own_url, value)
    if name == "style" or "(" in value:
        return None if _FETCHES.search(_LOCAL_URL.sub("", value)) else local
    return value


def _own_url(found: re.Match) -> str:
    name = found[1]
    return f"url(#{name if name.startswith(PREFIX) else PREFIX + name})"


_CLEANER = nh3.Cleaner(
    tags=_HTML | _SVG | _MATHML,
    clean_content_tags={"script", "style"},
    attributes={
        "*": _ANYWHERE,
        "a": {"href"},
        "img": {"src"},
        **{tag: _DRAWING for tag in _SVG},
        **{tag: _FORMULA for tag in _MATHML},
    },
    attribute_filter=_attribute,
    allowed_classes={"table": {"dataframe"}},
    filter_style_properties=_STYLES,
    url_schemes={"http", "https", "mailto", "data"},
    link_rel="noopener noreferrer",
)

# ---- mathematics and markdown

_TEX_LINK = re.compile(
    r"\\(?=(?:href|url|style|class|cssId|data|html\w*|require|csname|includegraphics|unicode)"
    r"(?![a-z]))"
)


def no_tex_links(source: str) -> str:
    """Without the TeX commands by which a formula links, loads or styles."""
    return _TEX_LINK.sub("\\\\" + GAP, source)


_TAG = re.compile(r"<(?=[A-Za-z/!?])")
_PAIRED = re.compile(
    r"<(/?)(b|i|em|strong|sub|sup|u|s|code|kbd|small|mark|del|ins)>", re.IGNORECASE
)
_SINGLE = re.compile(
    r"""<br\s*/?>
    | <img (?: \s+ (?: (?:alt|title)="[^"<>]*" | (?:width|height)="?\d{1,4}%?"?
        | src="data:image/(?:png|jpeg|gif);base64,[A-Za-z0-9+/=]+" ) )* \s* /?>""",
    re.IGNORECASE | re.VERBOSE,
)
_MATHS = re.compile(r"\$[^$]+\$")
_INLINE_PICTURE = re.compile(
    r"!\[[^\[\]]*\]\((?:data:image/(?:png|jpeg|gif);base64,[A-Za-z0-9+/=]+"
    r"|attachment:[\w.% -]+)\)"
)
# what may follow `]`: a scheme that is known, or a path with nothing that may hide one (an entity,
# a backslash); all else is no link
_DESTINATION = re.compile(
    r"""\s* [(:] \s* (?: https?:// | mailto: | \# | attachment:
        | data:image/(?:png|jpeg|gif);base64,[A-Za-z0-9+/=]+\)
        | (?!//) (?: [\w./%~+@-]* [)#?] | [\w./%~+@-]+ [ ]* (?: \n | \Z | [ ]["'] ) ) )""",
    re.IGNORECASE | re.VERBOSE,
)
_MERMAID = re.compile(r"(```|~~~)(?=\s*mermaid)")  # nbconvert writes such a block as raw HTML


def markdown(source: str) -> str:
    """A markdown source of which no renderer makes anything that runs or fetches.

    Simple tags stay when each has its other half; pictures stay when they are in the text.
    """
    # in mathematics a plain space does: TeX takes no notice of it
    source = _MATHS.sub(lambda m: _TAG.sub(_space, m[0]), plain(source))
    halves = _whole_pairs(source)

    def tag(found: re.Match) -> str:
        at = found.start()
        return "<" if at in halves or _SINGLE.match(source, at) else "<" + GAP

    done = _TAG.sub(tag, source)
    done = re.sub(r"!(?=\[)", _picture, done)
    done = re.sub(r"\](?=\s*[(:])", _link, done)
    return no_tex_links(_MERMAID.sub(r"\1" + GAP, done))


def _whole_pairs(source: str) -> set[int]:
    """Where the tags begin that have their other half."""
    opened: dict[str, list[int]] = {}
    halves = set()
    for found in _PAIRED.finditer(source):
        closes, name = found[1], found[2].lower()
        if not closes:
            opened.setdefault(name, []).append(found.start())
        elif opened.get(name):
            halves |= {opened[name].pop(), found.start()}
    return halves


def _space(found: re.Match) -> str:
    """`<`, with a space after it unless a simple tag begins."""
    simple = any(tag.match(found.string, found.start()) for tag in (_PAIRED, _SINGLE))
    return "<" if simple else "< "


def _picture(found: re.Match) -> str:
    """`!`, with a gap after it unless the picture is in the text."""
    return "!" if _INLINE_PICTURE.match(found.string, found.start()) else "!" + GAP


def _link(found: re.Match) -> str:
    """`]`, with a gap after it unless it leads where a link may lead."""
    return "]" if _DESTINATION.match(found.string, found.end()) else "]" + GAP
