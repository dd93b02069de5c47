"""What a student's process put out, made harmless: nothing of it can run, ask the net, or hide.

It is shown in Formgrader, which has the instructor's rights, and on the feedback page. So only
kinds of output that are known are kept, each cleaned by its own rule; HTML and SVG by nh3 (see
`markup`). Nothing here raises, whatever the outputs hold.
"""

from __future__ import annotations

import base64
import binascii
import re

from .markup import html, markdown, no_tex_links, plain

PICTURE = 2 << 20  # bytes of one picture, whether base64, SVG or HTML
PICTURES = 8 << 20  # bytes of all pictures of a cell
COUNT = 500  # outputs of a cell

_SIGNATURES = {"image/png": b"\x89PNG\r\n\x1a\n", "image/jpeg": b"\xff\xd8\xff"}
_ANSI = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)?|[@-Z\\^_])")


def outputs(found, limit: int = 100_000) -> list[dict]:
    """The outputs of a cell as nbformat writes them, harmless, at most `limit` characters of text.

    Pictures have limits of their own. What doesn't fit is left out, and a last line says so.
    """
    share = _Share(limit)
    kept: list[dict] = []
    for output in found[:COUNT] if isinstance(found, list) else []:
        cleaned = _output(output, share) if isinstance(output, dict) else None
        if cleaned is None:
            continue
        if cleaned["output_type"] == "stream" and kept and kept[-1]["output_type"] == "stream":
            kept[-1]["text"] += cleaned["text"]
        else:
            kept.append(cleaned)
    if share.cut or (isinstance(found, list) and len(found) > COUNT):
        kept.append(_stream("\n[The rest of the output was too long and is left out.]\n"))
    return kept


def attachments(found) -> dict:
    """A markdown cell's attachments: the pictures among them."""
    share, kept = _Share(0), {}
    for name, bundle in found.items() if isinstance(found, dict) else ():
        data = _pictures(bundle, share) if isinstance(bundle, dict) else {}
        if data:
            kept[str(name)] = data
    return kept


def text(value) -> str:
    """A string, or nbformat's list of lines, as plain text without terminal codes."""
    joined = _joined(value) or ""
    lines = plain(_ANSI.sub("", joined), keep="\r").split("\n")
    # a progress bar writes over its line: the last state of it is what a terminal shows
    return "\n".join(line.rstrip("\r").rsplit("\r", 1)[-1] for line in lines)


class _Share:
    """What a cell may still put out."""

    def __init__(self, limit: int):
        self.text, self.pictures, self.cut = limit, PICTURES, False

    def take(self, words: str) -> str:
        """As much of the text as there is room for."""
        taken = words[: self.text]
        self.text -= len(taken)
        self.cut |= len(taken) < len(words)
        return taken

    def fits(self, picture: str) -> bool:
        """Whether there is room for a picture, which then is taken."""
        fits = len(picture) <= min(PICTURE, self.pictures)
        self.pictures -= len(picture) if fits else 0
        self.cut |= not fits
        return fits


def _output(output: dict, share: _Share) -> dict | None:
    kind = output.get("output_type")
    if kind == "stream":
        words = share.take(text(output.get("text")))
        return _stream(words) if words else None
    if kind == "error":
        return {
            "output_type": "error",
            "ename": share.take(text(output.get("ename"))),
            "evalue": share.take(text(output.get("evalue"))),
            "traceback": _traceback(output.get("traceback"), share),
        }
    if kind not in ("display_data", "execute_result"):
        return None
    data = _data(output.get("data"), share)
    if not data:
        return None
    cleaned = {"output_type": kind, "data": data, "metadata": {}}
    if kind == "execute_result":
        count = output.get("execution_count")
        cleaned["execution_count"] = count if type(count) is int else None
    return cleaned


def _stream(words: str) -> dict:
    return {"output_type": "stream", "name": "stdout", "text": words}


def _traceback(lines, share: _Share) -> list[str]:
    lines = lines if isinstance(lines, list) else [lines]
    return [share.take(text(line)) for line in lines[:COUNT] if isinstance(line, str)]


def _data(bundle, share: _Share) -> dict:
    """The known kinds of a bundle of one thing in several formats."""
    if not isinstance(bundle, dict):
        return {}
    data = _pictures(bundle, share)
    for kind in ("text/html", "image/svg+xml"):
        drawn = _joined(bundle.get(kind))
        cleaned = html(drawn) if drawn and share.fits(drawn) else ""
        # an SVG with its XML prologue cut: what is no picture any more is no SVG
        if cleaned and (kind == "text/html" or cleaned.lstrip().startswith("<svg")):
            data[kind] = cleaned
    if "text/markdown" in bundle:
        data["text/markdown"] = markdown(share.take(text(bundle["text/markdown"])))
    if "text/latex" in bundle:
        tex = share.take(text(bundle["text/latex"]))
        data["text/latex"] = no_tex_links(re.sub(r"<(?=[A-Za-z/!?])", "< ", tex))
    if "text/plain" in bundle:
        data["text/plain"] = share.take(text(bundle["text/plain"]))
    return {kind: value for kind, value in data.items() if value}


def _pictures(bundle: dict, share: _Share) -> dict:
    """PNG and JPEG that are what they say."""
    kept = {}
    for kind, signature in _SIGNATURES.items():
        encoded = "".join((_joined(bundle.get(kind)) or "").split())
        if not encoded or not share.fits(encoded):
            continue
        try:
            decoded = base64.b64decode(encoded.encode("ascii"), validate=True)
        except (binascii.Error, ValueError):
            continue
        if decoded.startswith(signature):
            kept[kind] = base64.b64encode(decoded).decode("ascii")
    return kept


def _joined(value) -> str | None:
    """A string; nbformat may write it as a list of lines."""
    if isinstance(value, list):
        return "".join(line for line in value if isinstance(line, str))
    return value if isinstance(value, str) else None
