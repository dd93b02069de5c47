"""What devices hold, as bars: one for each, its parts stacked from left to right."""

from shardlab.draw.matrix import FILL, SHADES
from shardlab.draw.slabs import chip, shown
from shardlab.draw.svg import Canvas, stack, text_width, words
from shardlab.errors import ShardError
from shardlab.words import kind, number, size

WIDTH, HEIGHT, STEP = 560, 22, 28  # px of the longest bar, of a bar, from bar to bar
LOOKS = SHADES[::-2] + SHADES[-2::-2]  # neighbours differ


def bars(held, title="", limit=None, say=size, name="device"):
    """One bar a device, stacked by what it holds; `held` has a dict {what: how much} for each.

    `limit` is drawn as a dashed line. `say` words an amount, as bytes unless told otherwise.
    `name` says what a row is, or holds a name for each. With a single kind of thing a bar has its
    device's colour.
    """
    rows = _checked(held, limit)
    parts = list(dict.fromkeys(part for row in rows for part in row))
    if len(parts) > len(LOOKS):
        raise ShardError(f"draw.bars: {len(parts)} kinds are too many, at most {len(LOOKS)}.")
    totals = [sum(row.values()) for row in rows]
    unit = WIDTH / (1.02 * max(*totals, limit or 0, 1e-300))
    names = name if isinstance(name, list | tuple) else None
    if names and len(names) != len(rows):
        raise ShardError(f"draw.bars: {len(names)} names for {len(rows)} row(s) are not one each.")
    left = max(text_width(each) for each in names) + 10 if names else None
    left = left or chip(len(rows) - 1, name=name).width + 10
    canvas, places = Canvas(), shown(len(rows), 16)
    for y, place in zip(range(0, STEP * len(places), STEP), places, strict=True):
        if place is None:
            canvas.text(left / 2, y + HEIGHT / 2, "…")
            continue
        if names:
            canvas.text(0, y + HEIGHT / 2, names[place], anchor="start")
        else:
            canvas.place(chip(place, name=name), 0, y)
        x = left
        for part, amount in rows[place].items():
            look = None if len(parts) == 1 and not names else LOOKS[parts.index(part)]
            _part(canvas, x, y, amount * unit, part, look, place)
            x += amount * unit
        canvas.text(x + 6, y + HEIGHT / 2, say(totals[place]), 11, anchor="start")
    foot = STEP * len(places)
    canvas.line(left, -3, left, foot - 3)
    if limit is not None:
        canvas.line(left + limit * unit, -3, left + limit * unit, foot, dash="5 3", width=1.5)
        canvas.text(left + limit * unit, foot + 8, f"limit {say(limit)}", 11)
    under = [_key(parts)] if len(parts) > 1 else []
    heads = [words(title, anchor="start")] if title else []
    told = "; ".join(
        "…"
        if place is None
        else f"{names[place] if names else f'{name} {place}'} {say(totals[place])}"
        + (f" ({_told(rows[place], say)})" if len(parts) > 1 else "")
        for place in shown(len(rows), 16)
    )
    alt = f"{title or 'Held'}: {told}." + (f" Limit: {say(limit)}." if limit is not None else "")
    return stack(*heads, canvas, *under, gap=8, align="start").picture(alt)


def _part(canvas, x, y, width, part, look, rank):
    if width <= 0:
        return
    if look is None:
        canvas.device_rect(x, y, width, HEIGHT, rank)
        return
    full, ink = look
    canvas.rect(x, y, width, HEIGHT, FILL, opacity=full, line=0.6)
    if text_width(part, 10) + 6 <= width:
        canvas.text(x + width / 2, y + HEIGHT / 2, part, 10, fill=ink)


def _key(parts):
    canvas, x = Canvas(), 0
    for part, (full, _) in zip(parts, LOOKS, strict=False):
        canvas.rect(x, 0, 14, 14, FILL, opacity=full, line=0.6)
        canvas.text(x + 19, 7, part, 11, anchor="start")
        x += 34 + text_width(part, 11)
    return canvas


def _told(row, say):
    return ", ".join(f"{part} {say(amount)}" for part, amount in row.items())


def _checked(held, limit):
    good = isinstance(held, list | tuple) and held and all(isinstance(row, dict) for row in held)
    if not good:
        raise ShardError(
            "draw.bars: needs one dict for each device, for example "
            f'[{{"weights": 2e9, "gradients": 2e9}}], but got {kind(held)}.'
        )
    amounts = [amount for row in held for amount in row.values()]
    for amount in amounts if limit is None else [*amounts, limit]:
        if number(amount) is None or amount < 0:
            raise ShardError(f"draw.bars: an amount is a number, 0 or more; it was {amount!r}.")
    return held
