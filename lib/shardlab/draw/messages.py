"""The messages of a run, step by step: a sequence chart, devices as columns, time downwards."""

from collections import Counter, defaultdict

from shardlab.draw import checks
from shardlab.draw.slabs import chip, shown
from shardlab.draw.svg import Canvas, stack, text_width, words
from shardlab.errors import ShardError
from shardlab.record import Traffic
from shardlab.words import count, size

MOST_MESSAGES = 300_000  # sorted into steps within a few seconds
MOST_STEPS = 8  # drawn one by one; of more, the first six and the last
PITCH, LANE, PAD = 82, 25, 10  # px from device to device, from arrow to arrow, between steps


def steps(run):
    """What travelled in each step of a run: devices as columns, steps downwards.

    Each message is an arrow from the device that sends, in its colour, to the one that receives,
    with its bytes above. Messages in one step travel side by side; a later step waits for an
    earlier one. Takes what `run` returns, or its traffic.
    """
    traffic = checks.part(run, Traffic, "traffic", "steps")
    messages = int(traffic.messages_sent.sum())
    if messages > MOST_MESSAGES:
        raise ShardError(
            f"draw.steps: {messages:,} messages are too many to draw step by step, at most "
            f"{MOST_MESSAGES:,}; run on fewer devices, or look at draw.traffic."
        )
    rounds, n = traffic.rounds(), len(traffic.bytes_sent)
    if not rounds:
        return _nothing(n)
    ranks = shown(n)
    column = {rank: place for place, rank in enumerate(ranks) if rank is not None}
    hidden = ranks.index(None) if None in ranks else None
    left = text_width(f"step {len(rounds)}") + 10
    centres = [left + PITCH * (place + 0.5) for place in range(len(ranks))]
    right = left + PITCH * len(ranks)
    to_itself = any(message.src == message.dst for step in rounds for message in step)
    aside = right + (40 if to_itself else 8)  # such a message is a label to the right of its column
    rows, canvas, y = Canvas(), Canvas(), 34
    for step in shown(len(rounds), MOST_STEPS):
        rows.line(0, y, right, y, width=0.4)
        if step is None:
            left_out = len(rounds) - MOST_STEPS + 1
            rows.text(0, y + 12, f"… {left_out} more steps", anchor="start")
            y += 24
            continue
        lanes = _lanes(_arrows(rounds[step], column, hidden))
        height = max(1, len(lanes)) * LANE + PAD
        rows.text(0, y + height / 2, f"step {step + 1}", anchor="start")
        rows.text(aside, y + height / 2, _summary(rounds[step]), 11, anchor="start")
        for lane, arrows in enumerate(lanes):
            for arrow in arrows:
                _draw(rows, arrow, y + PAD / 2 + lane * LANE + 17, centres)
        y += height
    for centre, rank in zip(centres, ranks, strict=True):
        head = words("…") if rank is None else chip(rank)
        canvas.line(centre, 24, centre, y, dash="1 3")
        canvas.place(head, centre - head.width / 2, 0 if rank is not None else 2)
    canvas.place(rows, 0, 0)
    title = f"{count(len(rounds), 'step')}, {count(messages, 'message')}, "
    title += f"{size(int(traffic.bytes_sent.sum()))} in all"
    parts = [words(title, anchor="start"), canvas]
    if any(max(Counter(message.src for message in step).values()) > 1 for step in rounds):
        note = "Messages of one device in one step do not wait for an answer, but leave in turn."
        parts.append(words(note, 11, anchor="start"))
    if hidden is not None:
        note = "Messages between two of the devices left out are not drawn."
        parts.append(words(note, 11, anchor="start"))
    return stack(*parts, gap=8, align="start").picture(f"{title}. {_told(rounds)}")


def _nothing(n):
    said = f"{count(n, 'device')}, and nothing was sent"
    return words(said, anchor="start").picture(f"{said}.")


def _arrows(messages, column, hidden):
    """(from, to, rank that sends, bytes of each message) by column, of messages that are drawn."""
    pairs = defaultdict(list)
    for _, src, dst, nbytes in messages:
        start, end = column.get(src, hidden), column.get(dst, hidden)
        if not start == end == hidden:
            pairs[start, end, src if src in column else None].append(nbytes)
    return [(*pair, sizes) for pair, sizes in pairs.items()]


def _lanes(arrows):
    """Lines of arrows that do not overlap: short ones first, those to the right before others."""
    lanes = []
    for arrow in sorted(arrows, key=lambda a: (abs(a[0] - a[1]), a[0] > a[1], a[0])):
        low, high = _reach(arrow)
        free = (lane for lane in lanes if all(_apart(low, high, other) for other in lane))
        lane = next(free, None)
        if lane is None:
            lanes.append(lane := [])
        lane.append(arrow)
    return lanes


def _reach(arrow):
    """The columns that an arrow runs between; one to its own sender takes what is to the right."""
    low, high = sorted(arrow[:2])
    return low, max(high, low + 1)


def _apart(low, high, other):
    start, end = _reach(other)
    return high <= start or end <= low


def _draw(canvas, arrow, y, centres):
    start, end, rank, sizes = arrow
    text = size(sizes[0]) if len(sizes) == 1 else f"{len(sizes)} × {size(sizes[0])}"
    if len(set(sizes)) > 1:
        text = f"{len(sizes)}: {size(sum(sizes))}"
    x1, x2 = centres[start], centres[end]
    if start == end:
        canvas.text(x1 + 5, y - 4, f"↻ {text}", 10, anchor="start")
        return
    ahead = 1 if x2 > x1 else -1
    canvas.message(x1 + 4 * ahead, y, x2 - 3 * ahead, rank)
    # next to its sender, so that no column's line runs through it
    canvas.text(x1 + (PITCH / 2 - 3) * ahead, y - 10, text, 10)


def _summary(messages):
    """What a step does: the operations, and their bytes in all."""
    operations = ", ".join(dict.fromkeys(message.operation for message in messages))
    return f"{operations}, {size(sum(message.nbytes for message in messages))}"


def _told(rounds):
    """The steps in words, equal ones that follow each other only once."""
    runs = []
    for step, messages in enumerate(rounds, start=1):
        if runs and runs[-1][2] == messages:
            runs[-1][1] = step
        else:
            runs.append([step, step, messages])
    told = []
    for place in shown(len(runs), MOST_STEPS):
        if place is None:
            told.append("…")
            continue
        first, last, messages = runs[place]
        when = f"Step {first}" if first == last else f"Steps {first} to {last}, in each"
        some = [f"{size(m.nbytes)} from device {m.src} to {m.dst}" for m in messages[:8]]
        if len(messages) > len(some):
            some.append(f"{count(len(messages) - len(some), 'message')} more")
        operations = ", ".join(dict.fromkeys(message.operation for message in messages))
        told.append(f"{when}: {operations}, {', '.join(some)}.")
    return " ".join(told)
