"""Time axes and what is too narrow to see: nothing is lost, nothing overlaps."""

import xml.etree.ElementTree as ET
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shardlab import draw
from shardlab.draw.charts import NARROWEST, Stretch, filled, ruler, thinned
from shardlab.draw.svg import Canvas
from shardlab.pipeline import B, F, W, simulate

SVG = "{http://www.w3.org/2000/svg}"


@st.composite
def schedules(draw_):
    """(stretches with gaps between them, the length that they lie in)."""
    now, stretches = 0.0, []
    times = st.floats(0.01, 30)
    for kind in draw_(st.lists(st.sampled_from("FBW"), max_size=30)):
        now += draw_(st.one_of(st.just(0.0), times))
        end = now + draw_(times)
        stretches.append(Stretch(now, end, kind, kind))
        now = end
    return stretches, now + draw_(st.one_of(st.just(0.0 if now else 1.0), times))


@given(schedules(), st.floats(0.01, 40))
def test_stretches_cover_the_time_once(schedule, unit):
    stretches, length = schedule
    whole = thinned(filled(stretches, length), unit)
    edges = [0, *(edge for s in whole for edge in (s.start, s.end)), length]
    assert all(
        abs(one - other) <= 1e-8 * length
        for one, other in zip(edges[::2], edges[1::2], strict=True)
    )
    wide = [s for s in stretches if (s.end - s.start) * unit >= NARROWEST]
    assert all(s in whole for s in wide)
    assert len(whole) <= 2 * len(wide) + length * unit / NARROWEST + 1


@given(schedules())
def test_where_there_is_room_nothing_is_put_together(schedule):
    stretches, length = schedule
    busy = [s for s in thinned(filled(stretches, length), NARROWEST / 0.01 + 1) if s.kind]
    assert busy == stretches


def test_together_they_are_what_takes_most_of_the_time():
    short = [Stretch(i, i + 0.7 if i % 4 else i + 0.1, "FB"[i % 4 == 0], "x") for i in range(99)]
    (one,) = thinned(short, 1e-3)
    assert (one.start, one.end, one.kind, one.name) == (0, short[-1].end, "F", "")


@given(st.floats(1e-200, 1e200))
def test_an_axis_has_a_few_round_numbers(length):
    canvas, said = Canvas(), []
    ruler(canvas, 10, 0, 400, length, lambda value: said.append(value) or "x")
    assert 3 <= len(said) <= 6 and said[0] == 0
    assert said[-1] <= length * (1 + 1e-9)
    assert all(float(f"{value:.2g}") == pytest.approx(value) for value in said)


# -- schedules -------------------------------------------------------------------------------


def texts(picture):
    return [element.text for element in ET.fromstring(picture.svg).iter(f"{SVG}text")]


def one_after_another(D, M, chunks=1, weights=False):
    """All forward passes chunk by chunk, then all backward passes; W right after its B."""
    forward = [F(i, c) for c in range(chunks) for i in range(M)]
    backward = [B(i, c) for c in reversed(range(chunks)) for i in range(M)]
    if weights:
        backward = [op for b in backward for op in (b, W(b.index, b.chunk))]
    return [forward + backward for _ in range(D)]


def feet(picture):
    """The lines that say the chunk of a slot."""
    lines = ET.fromstring(picture.svg).iter(f"{SVG}line")
    return sum(line.get("stroke-width") == "1.5" for line in lines)


@pytest.mark.parametrize(("D", "M", "chunks"), [(2, 3, 2), (3, 4, 3), (4, 8, 2)])
def test_chunks_are_told_apart(D, M, chunks):
    timeline = simulate(one_after_another(D, M, chunks))
    picture = draw.timeline(timeline)
    assert feet(picture) == D * 2 * M * sum(range(chunks))
    assert f"Each stage has {chunks} chunks." in picture.alt
    assert feet(draw.timeline(simulate(one_after_another(D, M)))) == 0


def test_a_chunk_is_named_where_there_is_room_and_else_the_micro_batch():
    roomy = draw.timeline(simulate(one_after_another(2, 2, 2), forward=2, backward=2))
    assert {"F0", "F1.1", "B0.1", "B1"} <= set(texts(roomy))
    dense = set(texts(draw.timeline(simulate(one_after_another(4, 6, 2)))))
    assert {"0", "5"} <= dense and not any("." in text for text in dense if len(text) < 6)


def test_gradients_of_weights_are_bands():
    timeline = simulate(one_after_another(3, 4, weights=True), backward=1, weight=1)
    picture = draw.timeline(timeline)
    rects = list(ET.fromstring(picture.svg).iter(f"{SVG}rect"))
    assert sum(rect.get("height") == "14" for rect in rects) == 12
    assert [text for text in texts(picture) if text.startswith("W")] == ["W0", "W1", "W2", "W3"] * 3
    assert any("W: gradient of the weights" in text for text in texts(picture))


@pytest.mark.parametrize(("D", "M"), [(8, 64), (8, 2000), (40, 40)])
def test_a_large_schedule_stays_small(D, M):
    picture = draw.timeline(simulate(one_after_another(D, M)))
    assert len(picture.svg) < 400_000
    assert ("stage 20" in texts(picture)) == ("stage 39" not in texts(picture) and D > 20)
    assert any("too narrow to see" in text for text in texts(picture)) == (M == 2000)


def test_times_may_be_fractions():
    third = Fraction(1, 3)
    picture = draw.timeline(simulate(one_after_another(2, 3), forward=third, backward=2 * third))
    assert "4 units long" in picture.alt
