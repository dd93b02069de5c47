"""Every file that a student may hand in is read as a notebook, or refused with the reason."""

import codecs
import json

import nbformat
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from autograder.course import Mistake
from autograder.master import submitted

SECRET = "do-not-quote-me"


def cell(source=SECRET, kind="code", **more):
    return {"id": "a", "cell_type": kind, "metadata": {}, "source": source, **more}


def notebook(*cells, **more):
    return {"cells": list(cells), "metadata": {}, "nbformat": 4, "nbformat_minor": 5, **more}


def read(nb):
    return submitted.read(json.dumps(nb).encode())


NB = notebook(cell(), cell("text", "markdown"))
TEXT = json.dumps(NB, indent=1)
CONFLICT = TEXT.replace('"cells"', '\n<<<<<<< HEAD\n"cells"\n=======\n>>>>>>> theirs\n"cells"')


@pytest.mark.parametrize(
    "data, reason",
    [
        (b"", "empty"),
        (b" \n\0 ", "empty"),
        (codecs.BOM_UTF8, "empty"),
        (TEXT[:-30].encode(), "ends too early"),
        (TEXT[: TEXT.index(SECRET) + 3].encode(), "ends too early"),
        (f"<!DOCTYPE html><html>{SECRET}".encode(), "web page"),
        (CONFLICT.encode(), "conflict markers"),
        (b"PK\x03\x04" + b"x" * 50, "zip archive"),
        (f"import numpy  # {SECRET}".encode(), "not JSON"),
        (TEXT.replace('"metadata"', f"{SECRET} metadata").encode(), "not JSON"),
        (json.dumps([NB]).encode(), "holds a list"),
        (b'"x"', "a single value"),
        (b"NaN", "a single value"),
        (b'{"a": 1}', "no list of cells"),
        (json.dumps({**NB, "cells": {"a": 1}}).encode(), "no list of cells"),
        (json.dumps({**NB, "nbformat": 5}).encode(), "format 5"),
        (json.dumps({**NB, "nbformat": 10**400}).encode(), "format 999"),
        (b"[" * 100_000, "nested too deeply"),
        (b'{"cells": ' * 50_000, "nested too deeply"),
        (b'{"cells": [], "nbformat": ' + b"9" * 9000 + b"}", "number"),
        (json.dumps({"nbformat": 3, "worksheets": [{"cells": [1]}]}).encode(), "old format"),
        (b"\x89PNG\r\n\x1a\n" + bytes(range(256)), "picture"),
    ],
)
def test_what_is_no_notebook_is_refused_with_the_reason(data, reason):
    with pytest.raises(Mistake) as refused:
        submitted.read(data)
    said = str(refused.value)
    assert reason in said and SECRET not in said
    assert said[0].isupper() and said.endswith(".") and len(said) < 300


def test_sizes_are_capped_before_reading(monkeypatch):
    monkeypatch.setattr(submitted, "LARGEST", 1000)
    assert submitted.read(TEXT.encode())
    with pytest.raises(Mistake, match="MB"):
        submitted.read(TEXT.encode() + b" " * 1000)
    monkeypatch.setattr(submitted, "MOST_PARTS", 3)
    with pytest.raises(Mistake, match="clear its outputs"):
        submitted.read(TEXT.encode())


def test_the_result_is_a_valid_notebook_without_outputs():
    big = [{"output_type": "stream", "name": "stdout", "text": "x" * 100_000}]
    nb, remarks = read(notebook(cell(outputs=big, execution_count=3), cell(), cell(kind="raw")))
    nbformat.validate(nbformat.from_dict(nb))
    assert [c["source"] for c in nb["cells"]] == [SECRET] * 3
    assert remarks == [] and len(json.dumps(nb)) < 1000


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-be", "utf-32", "utf-8"])
def test_every_unicode_encoding_is_read(encoding):
    data = json.dumps(notebook(cell("naïve 🙂")), ensure_ascii=False).encode(encoding)
    nb, remarks = submitted.read(data)
    assert nb["cells"][0]["source"] == "naïve 🙂"
    assert len(remarks) == ("8" not in encoding)


def test_another_encoding_costs_its_characters_and_a_remark():
    data = json.dumps(notebook(cell("x = 1  # naïve")), ensure_ascii=False).encode("latin-1")
    nb, remarks = submitted.read(data)
    assert nb["cells"][0]["source"].startswith("x = 1  # na")
    assert len(remarks) == 1 and "UTF-8" in remarks[0]


@pytest.mark.parametrize(
    "source, read_as",
    [
        (["a\n", "b"], "a\nb"),
        (["a", "b"], "a\nb"),  # by tools that leave the ends out
        ([["a\n"], [["b"]], None, 3], "a\nb"),
        ("a\r\nb\rc", "a\nb\nc"),
        ("a\0b", "ab"),
        ("a\ud800b", "a\ufffdb"),
        ("\ud83d\ude42", "🙂"),
        ("<<<<<<< HEAD\n=======\n>>>>>>> x", "<<<<<<< HEAD\n=======\n>>>>>>> x"),
        ([], ""),
        (None, ""),
        (7, ""),
        ({"a": 1}, ""),
    ],
)
def test_a_source_of_any_shape_becomes_text(source, read_as):
    nb, remarks = read(notebook(cell(source)))
    assert nb["cells"][0]["source"] == read_as
    nb["cells"][0]["source"].encode()
    assert bool(remarks) == (not isinstance(source, str | list))


def test_cells_of_any_shape():
    odd = [None, 3, [], "x", {}, {"source": "a"}, {"cell_type": "chart", "outputs": []}]
    nb, remarks = read(notebook(*odd, {"cell_type": "heading", "source": "h", "metadata": 3}))
    assert [c["cell_type"] for c in nb["cells"]] == ["raw", "raw", "code", "markdown"]
    nbformat.validate(nbformat.from_dict(nb))
    assert remarks == [
        "4 of its cells were no cell at all; left out.",
        "4 of its cells were of an unknown type.",
    ]


def test_ids_are_made_where_missing_or_doubled():
    nb, remarks = read(notebook(cell(id="x"), cell(id="x"), cell(id=3), cell(id="no id!")))
    ids = [c["id"] for c in nb["cells"]]
    assert ids[0] == "x" and len(set(ids)) == 4 and remarks == []


def test_only_what_nbgrader_knows_is_kept_of_metadata():
    role = {"grade_id": "a", "points": float("nan"), "solution": True, "x": [1], "checksum": None}
    more = {"tags": ["skip-execution"], "nbgrader": role}
    nb, _ = read(notebook(cell(metadata=more), metadata={"widgets": {"application": {}}}))
    assert nb["metadata"] == {}
    assert nb["cells"][0]["metadata"] == {"nbgrader": {"grade_id": "a", "solution": True}}


def test_pasted_pictures_stay_and_other_attachments_go():
    pasted = {
        "a.png": {"image/png": "iVBO", "text/html": "<script>"},
        "b": {"text/html": "x"},
        "c": 1,
    }
    nb, _ = read(notebook(cell("![](attachment:a.png)", "markdown", attachments=pasted)))
    assert nb["cells"][0]["attachments"] == {"a.png": {"image/png": "iVBO"}}


def test_a_newer_minor_is_read_with_a_remark():
    nb, remarks = read({**NB, "nbformat_minor": 9, "new_thing": 1})
    assert len(nb["cells"]) == 2 and len(remarks) == 1 and "4.5" in remarks[0]


def test_an_old_format_is_converted():
    old = {
        "nbformat": 3,
        "nbformat_minor": 0,
        "metadata": {"name": ""},
        "worksheets": [
            {
                "cells": [
                    {"cell_type": "heading", "level": 2, "source": "Title", "metadata": {}},
                    {
                        "cell_type": "code",
                        "input": ["x = 1\n", "x"],
                        "language": "python",
                        "outputs": [],
                        "metadata": {"nbgrader": {"grade_id": "x"}},
                    },
                ]
            }
        ],
    }
    nb, remarks = read(old)
    assert [c["source"] for c in nb["cells"]] == ["## Title", "x = 1\nx"]
    assert nb["cells"][1]["metadata"]["nbgrader"]["grade_id"] == "x"
    assert len(remarks) == 1 and "old format" in remarks[0]


@pytest.mark.parametrize(
    "metadata, told",
    [
        ({"kernelspec": {"name": "my-env", "display_name": "Mine", "language": "python"}}, False),
        ({"kernelspec": {"name": "x"}, "language_info": {"name": "ipython3"}}, False),
        ({"kernelspec": {"name": "ir", "language": "R"}}, True),
        ({"language_info": {"name": "julia"}}, True),
        ({"kernelspec": 3, "language_info": []}, False),
        (None, False),
    ],
)
def test_another_language_is_told_and_another_kernel_is_not(metadata, told):
    _, remarks = read(notebook(cell(), metadata=metadata))
    assert bool(remarks) == told


def test_constants_and_doubled_keys_are_taken():
    text = '{"cells": [], "cells": [{"source": "a", "x": NaN, "y": -Infinity}], "nbformat": 4}'
    nb, _ = submitted.read(text.encode())
    assert [c["source"] for c in nb["cells"]] == ["a"]


def outcome(data: bytes):
    """Read, written as UTF-8 and valid; or refused."""
    try:
        nb, remarks = submitted.read(data)
    except Mistake as mistake:
        assert str(mistake)
        return
    json.dumps(nb, allow_nan=False, ensure_ascii=False).encode()
    nbformat.validate(nbformat.from_dict(nb))
    assert all(remark[0].isupper() or remark[0].isdigit() for remark in remarks)


@settings(max_examples=300, deadline=None)
@given(st.binary(max_size=200))
def test_random_bytes_never_raise_anything_else(data):
    outcome(data)


BYTES = json.dumps(notebook(cell("é\n", attachments={}), cell("b", "markdown")), indent=1).encode()


@settings(max_examples=300, deadline=None)
@given(st.lists(st.tuples(st.integers(0, len(BYTES)), st.binary(max_size=3)), max_size=4))
def test_a_notebook_with_bytes_changed_never_raises_anything_else(changes):
    data = BYTES
    for at, new in changes:
        data = data[:at] + new + data[at + 1 :]
    outcome(data)


anything = st.recursive(
    st.none() | st.booleans() | st.floats() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=6,
)
PLACES = ["cells", "metadata", "nbformat", "nbformat_minor", "worksheets"]
INSIDE = ["id", "cell_type", "metadata", "source", "outputs", "attachments"]


@settings(max_examples=300, deadline=None)
@given(
    st.dictionaries(st.sampled_from(PLACES), anything, max_size=2),
    st.lists(st.dictionaries(st.sampled_from(INSIDE), anything) | anything, max_size=4),
    st.sampled_from([3, 4]),
)
def test_a_notebook_with_anything_in_its_fields_never_raises_anything_else(top, cells, major):
    inside = {"worksheets": [{"cells": cells}]} if major == 3 else {"cells": cells}
    outcome(json.dumps({"nbformat": major, "metadata": {}, **inside, **top}).encode())
