"""Pictures of what a run did: its messages, its memory, its time. Each shows what was counted."""

import re
import xml.etree.ElementTree as ET
from collections import Counter, defaultdict
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shardlab import Mesh, draw, run
from shardlab.draw.svg import colours
from shardlab.errors import ShardError
from shardlab.words import duration, size

SVG = "{http://www.w3.org/2000/svg}"


def root(picture):
    """The picture as a tree, once it is known to be well formed, described and free of ids."""
    tree = ET.fromstring(picture.svg)
    assert tree.get("aria-label") == tree.find(f"{SVG}title").text == picture.alt
    assert "id=" not in picture.svg and "<style" not in picture.svg
    return tree


def drawn(picture, tag):
    """(element, how far its groups have moved it) of all elements with this tag."""
    found = []

    def walk(element, x, y):
        moved = re.fullmatch(r"translate\((\S+) (\S+)\)", element.get("transform", ""))
        if moved:
            x, y = x + float(moved[1]), y + float(moved[2])
        if element.tag == f"{SVG}{tag}":
            found.append((element, x, y))
        for child in element:
            walk(child, x, y)

    walk(root(picture), 0, 0)
    return found


def texts(picture):
    return [element.text for element, _, _ in drawn(picture, "text")]


def columns(picture):
    """Where the line of each device stands in `draw.steps`: x by rank, of those that are drawn."""
    return {
        int(element.text.split()[1]): x + float(element.get("x"))
        for element, x, _ in drawn(picture, "text")
        if element.text.startswith("device ")
    }


def arrows(picture):
    """(y, x of the tail, x of the tip, colour) of the arrows in `draw.steps`."""
    found = []
    for element, x, y in drawn(picture, "polygon"):
        corners = [tuple(map(float, pair.split(","))) for pair in element.get("points").split()]
        found.append((y + corners[3][1], x + corners[0][0], x + corners[3][0], element.get("fill")))
    return found


def exchange(dev, plan):
    """`plan` holds rounds of messages (from, to, length)."""
    for messages in plan:
        for src, dst, length in messages:
            if dev.rank == src:
                dev.send(np.zeros(length), dst)
        for src, dst, length in messages:
            if dev.rank == dst:
                dev.recv(src, like=np.zeros(length))


def plans(n):
    message = st.tuples(st.integers(0, n - 1), st.integers(0, n - 1), st.integers(1, 9))
    return st.lists(st.lists(message, max_size=5), min_size=1, max_size=4)


# -- steps -----------------------------------------------------------------------------------


@settings(max_examples=60)
@given(st.integers(2, 8), st.data())
def test_each_message_is_an_arrow_from_its_sender_to_its_receiver(n, data):
    result = run(exchange, Mesh(tp=n), data.draw(plans(n)))
    picture = draw.steps(result)
    rounds = result.traffic.rounds()
    assert texts(draw.steps(result.traffic)) == texts(picture)
    if len(rounds) > 8:  # the middle is left out
        return
    if not rounds:
        assert "nothing was sent" in picture.alt
        return
    at = columns(picture)
    assert list(at) == list(range(n))
    wanted = Counter()
    for messages in rounds:
        for src, dst in {(src, dst) for _, src, dst, _ in messages if src != dst}:
            wanted[src, dst, colours(src)[0]] += 1
    shown = Counter()
    for _, tail, tip, fill in arrows(picture):
        src = min(at, key=lambda rank: abs(at[rank] - tail))
        dst = min(at, key=lambda rank: abs(at[rank] - tip))
        assert abs(at[src] - tail) < 6 and abs(at[dst] - tip) < 6
        shown[src, dst, fill] += 1
    assert shown == wanted
    own = sum(len({m.src for m in messages if m.src == m.dst}) for messages in rounds)
    assert sum(text.startswith("↻") for text in texts(picture)) == own


@settings(max_examples=40)
@given(st.integers(2, 8), st.data())
def test_arrows_of_one_height_do_not_overlap(n, data):
    picture = draw.steps(run(exchange, Mesh(tp=n), data.draw(plans(n))))
    lanes = defaultdict(list)
    for y, tail, tip, _ in arrows(picture):
        lanes[y].append(tuple(sorted((tail, tip))))
    for spans in lanes.values():
        spans.sort()
        assert all(one[1] < other[0] for one, other in pairwise(spans))


def test_messages_of_one_device_in_one_step_are_said_to_leave_in_turn():
    def hand_out(dev, to):
        for rank in to:
            if dev.rank == 0:
                dev.send(np.ones(2), rank)
            if dev.rank == rank:
                dev.recv(0, like=np.ones(2))

    note = "Messages of one device in one step do not wait for an answer, but leave in turn."
    assert note in texts(draw.steps(run(hand_out, Mesh(tp=3), [1, 2])))
    assert note not in texts(draw.steps(run(hand_out, Mesh(tp=3), [1])))


def test_a_message_says_its_bytes():
    def chain(dev):
        if dev.rank:
            dev.recv(dev.rank - 1, like=np.zeros(10 * dev.rank + 3))
        if dev.rank < 3:
            dev.send(np.zeros(10 * dev.rank + 13), dev.rank + 1)

    picture = draw.steps(run(chain, Mesh(pp=4)))
    assert [t for t in texts(picture) if re.fullmatch(r"\d+ B", t)] == ["104 B", "184 B", "264 B"]
    assert "Step 2: send, 184 B from device 1 to 2." in picture.alt

    several = [[(0, 1, 3), (0, 1, 3), (0, 2, 5), (0, 2, 6)]]
    shown = texts(draw.steps(run(exchange, Mesh(pp=3), several)))
    assert "2 × 24 B" in shown and "2: 88 B" in shown


@pytest.mark.parametrize(("n", "algorithm"), [(3, "ring"), (4, "ring"), (5, "tree"), (8, "tree")])
def test_a_charged_collective_is_drawn_step_by_step(n, algorithm):
    result = run(lambda dev: dev.all_reduce(np.zeros(8 * n)), Mesh(tp=n), algorithm=algorithm)
    picture = draw.steps(result)
    traffic = result.traffic
    assert f"{traffic.steps} steps, {traffic.messages_sent.sum()} messages" in picture.alt
    assert [t for t in texts(picture) if t.startswith("step ")] == [
        f"step {step + 1}" for step in range(traffic.steps)
    ]
    assert len(arrows(picture)) == traffic.messages_sent.sum()


def test_of_many_steps_and_devices_the_first_and_the_last_are_drawn():
    picture = draw.steps(run(lambda dev: dev.all_reduce(np.zeros(30)), Mesh(tp=15)))  # 28 steps
    shown = texts(picture)
    assert {"step 1", "step 6", "… 21 more steps", "step 28", "…", "device 14"} <= set(shown)
    assert not {"step 7", "step 27", "device 6", "device 13"} & set(shown)
    # of each ring the hops 0→1 … 4→5, 5→…, …→14 and 14→0
    assert len(arrows(picture)) == 7 * 8


def test_too_many_messages_for_a_picture_are_refused():
    result = run(lambda dev: dev.all_reduce(np.zeros(1024)), Mesh(tp=512))
    with pytest.raises(ShardError, match=r"draw\.steps: 523,264 messages are too many"):
        draw.steps(result)


# -- traffic ---------------------------------------------------------------------------------


def table_of(picture, n):
    """The numbers in the picture of n devices: rows of the matrix and its margins, by place."""
    rows = defaultdict(dict)
    for element, x, y in drawn(picture, "text"):
        if re.fullmatch(r"[\d.]+ (B|kB|MB)", element.text):
            rows[y + float(element.get("y"))][x + float(element.get("x"))] = element.text
    heights, across = sorted(rows), sorted({x for row in rows.values() for x in row})
    return [[rows[y].get(x, "") for x in across] for y in heights]


@settings(max_examples=40)
@given(st.integers(2, 8), st.data())
def test_the_matrix_has_the_bytes_of_each_pair_and_their_sums(n, data):
    result = run(exchange, Mesh(tp=n), data.draw(plans(n)))
    traffic = result.traffic
    picture = draw.traffic(result)
    assert draw.traffic(traffic).svg == picture.svg == result.traffic._repr_html_()
    wanted = [[size(int(b)) if b else "" for b in row] for row in traffic.bytes_between]
    wanted = [[*row, size(int(b))] for row, b in zip(wanted, traffic.bytes_sent, strict=True)]
    wanted.append([size(int(b)) for b in [*traffic.bytes_received, traffic.bytes_sent.sum()]])
    assert table_of(picture, n) == wanted
    assert f"{traffic.bytes_sent.sum():,} in all" in picture.alt


@given(st.lists(st.integers(1, 10**6), min_size=2, max_size=7))
def test_more_bytes_are_never_paler(sizes):
    plan = [[(0, dst, length) for dst, length in enumerate(sizes, start=1)]]
    picture = draw.traffic(run(exchange, Mesh(tp=len(sizes) + 1), plan))
    cells = [e for e, _, _ in drawn(picture, "rect") if e.get("fill") == "#A98BE0"]
    fullness = [float(cell.get("fill-opacity", 1)) for cell in cells]
    assert len(cells) == len(sizes)
    for one, full in zip(sizes, fullness, strict=True):
        for other, other_full in zip(sizes, fullness, strict=True):
            assert one > other or full <= other_full
    assert fullness[sizes.index(max(sizes))] == 1


@pytest.mark.parametrize("n", [9, 16, 64, 100])
def test_many_devices_are_a_map_with_a_cell_for_each_pair(n):
    plan = [[(src, (src + far) % n, far * (1 + src % 3)) for src in range(n)] for far in (1, 3)]
    result = run(exchange, Mesh(tp=n), plan)
    picture = draw.traffic(result)
    cells = "".join(element.get("d") for element, _, _ in drawn(picture, "path"))
    assert cells.count("M") == np.count_nonzero(result.traffic.bytes_between[:64, :64])
    assert ("The first 64 of 100 devices are drawn." in picture.alt) == (n > 64)
    assert len(picture.svg) < 60_000


@pytest.mark.parametrize(
    ("mesh", "said", "lines"),
    [
        (Mesh(dp=2, pp=3, tp=4), "; lines part groups of 4 along tp", 5),
        (Mesh(tp=4, dp=3), "; lines part groups of 3 along dp", 3),
        (Mesh(tp=24), "", 0),
    ],
)
def test_the_lines_of_a_map_part_the_groups_along_the_fastest_axis(mesh, said, lines):
    plan = [[(src, (src + 1) % mesh.size, 8) for src in range(mesh.size)]]
    picture = draw.traffic(run(exchange, mesh, plan))
    title = texts(picture)[0]
    assert title.partition("receives")[2] == said
    assert len(drawn(picture, "line")) == 2 * lines


# -- memory ----------------------------------------------------------------------------------


def lines(picture):
    """The line of each chart: its corners (x, y), its base apart."""
    for element, _, _ in drawn(picture, "path"):
        if element.get("fill") == "none":
            start, *corners = re.findall(r"[MHV]([\d.e-]+) ?([\d.]*)", element.get("d"))
            numbers = [float(first) for first, _ in corners]
            yield float(start[1]), list(zip(numbers[::2], numbers[1::2], strict=True))


def test_the_charts_of_memory_can_be_named():
    result = run(lambda dev: dev.memory.reserve("part", 100 + dev.rank), Mesh(tp=2))
    picture = draw.memory(result, limit=100, names=["one way", "another"])
    assert {"one way", "another"} <= set(texts(picture))
    assert "device" not in picture.alt + " ".join(texts(picture))
    assert "another 101 B" in picture.alt and "passed by another." in picture.alt
    with pytest.raises(ShardError, match="1 names for 2"):
        draw.memory(result, names=["one way"])


changes = st.lists(st.tuples(st.integers(0, 3), st.integers(0, 900)), max_size=12)


@settings(max_examples=40)
@given(st.lists(changes, min_size=1, max_size=5), st.booleans())
def test_a_chart_follows_the_bytes_held(plan, timed):
    def hold(dev):
        for name, length in plan[dev.rank]:
            if timed:
                dev.compute(flops=1e6 * (1 + length % 5))
            dev.memory[f"part {name}"] = np.zeros(length, np.int8)

    result = run(hold, Mesh(tp=len(plan)))
    picture = draw.memory(result)
    history, peaks = result.memory.history, result.memory.peak_bytes
    if not any(history):
        if not timed:
            assert "none held anything" in picture.alt
        return
    for rank, (base, corners) in enumerate(lines(picture)):
        heights = [base - y for _, y in corners[1:-1]]
        scale = 40 / max(1, peaks.max())
        assert np.allclose(heights, [scale * c.held for c in history[rank]], atol=0.02)
        end = result.timeline.length if timed else max(map(len, history))
        when = [c.time if timed else place for place, c in enumerate(history[rank])]
        assert np.allclose([x / 440 for x, _ in corners[1:-1]], np.array(when) / end, atol=1e-3)
    dots = drawn(picture, "circle")
    assert len(dots) == np.count_nonzero(peaks)
    for rank, peak in enumerate(peaks):
        assert f"device {rank} {size(int(peak))}" in picture.alt
        if peak:
            assert any(text.startswith(f"peak {size(int(peak))}; part ") for text in texts(picture))


@pytest.mark.parametrize(
    ("names", "told"),
    [("abcd", "a: 8 B, b: 8 B, c: 8 B, d: 8 B"), ("abcde", "a: 8 B, b: 8 B, c: 8 B, 2 more")],
)
def test_of_many_things_held_at_the_peak_three_are_named(names, told):
    def hold(dev):
        for name in names:
            dev.memory.reserve(name, 8)

    picture = draw.memory(run(hold, Mesh(tp=1)))
    assert f"peak {8 * len(names)} B; {told}" in texts(picture)
    assert picture.alt.startswith("Memory of 1 device over time.")


def test_what_was_held_at_the_peak_is_named():
    def hold(dev):
        dev.memory["W"] = np.zeros(40)
        dev.memory["x"] = np.zeros(5)
        dev.memory["x"] = np.zeros(30)  # 560 bytes in all, the peak
        del dev.memory["W"]
        dev.memory["y"] = np.zeros(20)

    assert "peak 560 B; W: 320 B, x: 240 B" in texts(draw.memory(run(hold, Mesh(tp=1))))


def test_the_axis_says_what_it_counts_and_counts_changes_by_ones():
    def hold(dev):
        dev.memory["W"] = np.zeros(8)

    def compute(dev):
        hold(dev)
        dev.compute(flops=1e9)

    counted = texts(draw.memory(run(hold, Mesh(tp=1))))
    assert counted[counted.index("0") :][:3] == ["0", "1", "changes"]
    assert "simulated clock" in texts(draw.memory(run(compute, Mesh(tp=1))))


def test_a_limit_is_a_line_and_says_who_passes_it():
    def hold(dev):
        dev.memory["W"] = np.zeros(10 * dev.rank, np.int8)

    memory = run(hold, Mesh(tp=4)).memory
    plain, limited = draw.memory(memory), draw.memory(memory, limit=15)
    dashed = [e for e, _, _ in drawn(limited, "line") if e.get("stroke-dasharray")]
    assert not [e for e, _, _ in drawn(plain, "line") if e.get("stroke-dasharray")]
    assert [float(line.get("y1")) for line in dashed] == [40 - 40 * 15 / 30] * 4
    assert "Limit: 15 B, passed by device 2, 3." in limited.alt
    assert "passed by none" in draw.memory(memory, limit=30).alt
    assert memory._repr_html_() == plain.svg


def test_a_long_history_stays_small():
    def hold(dev):
        for step in range(5000):
            dev.memory["x"] = np.zeros(step * 7 % 300, np.int8)

    memory = run(hold, Mesh(tp=2)).memory
    picture = draw.memory(memory)
    assert len(picture.svg) < 80_000
    for element, _, _ in drawn(picture, "path"):  # the peak is not lost
        assert min(map(float, re.findall(r"V([\d.]+)", element.get("d")))) == 0


# -- the simulated clock ---------------------------------------------------------------------


def spans(picture):
    """The bars of `draw.timeline`: (fill, how full, width), without the chips' and rows'."""
    return [
        (e.get("fill"), float(e.get("fill-opacity", 1)), float(e.get("width")))
        for e, _, _ in drawn(picture, "rect")
        if float(e.get("height")) == 24 and e.get("fill") != "none"
    ]


@settings(max_examples=30)
@given(st.lists(st.integers(1, 9), min_size=2, max_size=5), st.integers(1, 3))
def test_a_run_is_drawn_to_the_scale_of_its_clock(work, rounds):
    def train(dev):
        for _ in range(rounds):
            dev.compute(flops=1e6 * work[dev.rank], what="work")
            dev.all_reduce(np.zeros(500))

    result = run(train, Mesh(dp=len(work)))
    timeline, picture = result.timeline, draw.timeline(result)
    assert picture.svg == draw.timeline(timeline).svg == timeline._repr_html_()
    full, pale = (
        [span for span in spans(picture) if (span[1] == 1) == is_full] for is_full in (True, False)
    )
    assert len(full) == len(pale) == rounds * len(work)
    for rank, busy in enumerate(timeline.busy):
        widths = [width for fill, _, width in full if fill == colours(rank)[0]]
        assert sum(widths) == pytest.approx(760 * busy / timeline.length, rel=1e-3)
    waits = [slot for slot in timeline.slots if slot.kind == "wait"]
    assert len(drawn(picture, "path")) == len(waits)  # hatched
    assert duration(timeline.length) in picture.alt
    assert f"computing {1 - timeline.idle_fraction:.1%}" in picture.alt


def test_what_is_too_narrow_is_drawn_together_and_keeps_its_time():
    def train(dev):
        for step in range(2000):
            dev.compute(flops=1e6 * (3 + step % 3), what="work")
            if dev.rank:
                dev.recv(0, like=np.zeros(1))
            else:
                dev.send(np.zeros(1), 1)

    result = run(train, Mesh(pp=2))
    picture = draw.timeline(result)
    assert len(picture.svg) < 60_000
    own = [span for span in spans(picture) if span[0] == colours(0)[0]]
    assert sum(width for *_, width in own) == pytest.approx(
        760 * result.timeline.busy[0] / result.timeline.length, rel=0.01
    )


def test_nothing_done_takes_no_time():
    result = run(lambda dev: None, Mesh(tp=2))
    assert "0 s on the simulated clock" in draw.timeline(result).alt
    assert "simulated time" not in draw.result(result).html


def test_a_result_says_what_was_held_and_how_long_it_took():
    def work(dev, x):
        dev.memory["x"] = np.zeros(dev.rank * 500 + 3)
        dev.compute(flops=7e6)

    result = run(work, Mesh(tp=3), 0)
    cells = re.findall(r"<td.*?>(.*?)</td>", draw.result(result).html)
    assert cells[3::4] == [f"{peak:,}" for peak in result.memory.peak_bytes]
    assert "simulated time: 7 µs" in draw.result(result).html
    assert "peak" not in draw.result(run(lambda dev: None, Mesh(tp=3))).html


# -- what they are made of -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: draw.steps([1]), r"draw\.steps: needs a Traffic, but got a list; give what run"),
        (lambda: draw.traffic(Mesh(tp=2)), r"draw\.traffic: needs a Traffic, but got a Mesh"),
        (lambda: draw.memory(None), r"draw\.memory: needs a MemoryRecord, but got None"),
        (lambda: draw.timeline(3), r"draw\.timeline: needs a Timeline, but got an int"),
        *(
            (lambda limit=limit: draw.memory(run(abs_rank, Mesh(tp=1)), limit=limit), "limit is")
            for limit in (0, -1, "80 GB", True, float("nan"), float("inf"))
        ),
    ],
)
def test_a_picture_of_a_run_says_what_it_needs(call, said):
    with pytest.raises(ShardError, match=said):
        call()


def abs_rank(dev):
    dev.memory["x"] = np.zeros(3)
