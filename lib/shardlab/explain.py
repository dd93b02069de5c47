"""The words of a failed run: who waits for what, who is the odd one out, what to try."""

import linecache
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from shardlab.collectives import describe

_MOST_ROWS = 16  # up to here, an error has a line for each rank


@dataclass(frozen=True)
class Receive:
    """A device waits for a message from place `src` of a group, of the form of `like`."""

    group: object
    src: int
    like: object
    where: tuple

    @property
    def sender(self):
        return self.group.ranks[self.src]

    def __str__(self):
        return f"{self.group.prefix}recv(src={self.src}, like={describe(self.like)})"


@dataclass(frozen=True)
class Message:
    """An array on its way to place `dst` of a group; `chain` counts the messages up to it."""

    x: object
    group: object
    dst: int
    chain: int
    where: tuple

    def __str__(self):
        return f"{self.group.prefix}send({describe(self.x)}, dst={self.dst})"


def mismatch(ranks, calls):
    """(rank of the odd one out, message) if the calls of a group disagree, else None."""
    terms = [call.terms() for call in calls]
    if len(set(terms)) == 1:
        return None
    for term in terms[0]._fields:
        said = {
            rank: getattr(each, term)
            for rank, each in zip(ranks, terms, strict=True)
            if term not in ("dtype", "shape") or each.dtype is not None
        }
        if len(set(said.values())) > 1:
            return _mismatch_message(term, said, dict(zip(ranks, calls, strict=True)))
    return None


def _mismatch_message(term, said, calls):
    """`said[rank]` is the value on which the devices disagree."""
    usual, votes = Counter(said.values()).most_common(1)[0]
    odd = [rank for rank, value in said.items() if value != usual]
    operation = calls[odd[0]].operation
    if term == "operation":
        head = "The devices of one group call different collectives"
        wanted = f"call {usual}, in the same order"
    else:
        head = f"The devices of one group call {operation} with a different {term}"
        wanted = f"use one {term} in this call"
        if votes > len(odd):
            wanted += f", {usual}"
    if votes > 1 and len(odd) == 1:
        head += f"; rank {odd[0]} is the odd one out"
    elif votes > len(odd):
        head += f"; {_ranks(odd)} differ from the others"
    table = _table((rank, str(call), call.where) for rank, call in calls.items())
    return odd[0], f"{head}:\n{table}\nLet every device of the group {wanted}."


def deadlock(mesh, waiting, ended):
    """(rank to raise in, message) for devices that wait while nobody can go on."""
    rows = [(rank, str(reason), reason.where) for rank, reason in waiting.items()]
    rows += [(rank, "has returned", None) for rank in ended]
    table = _table(sorted(rows, key=lambda row: row[0]))
    circle = _circle(waiting)
    if circle:
        raise_in = circle[0]
        path = " → ".join(map(str, [*circle, circle[0]]))
        advice = (
            f"These devices wait for each other in a circle: {path}. "
            "Let each send first (send does not wait), then receive."
            if len(circle) > 1
            else f"Rank {raise_in} waits for a message from itself; check the rank in src."
        )
    else:
        raise_in, advice = _who_is_missing(waiting, ended)
    return raise_in, f"Deadlock on {mesh}: every device that still runs waits.\n{table}\n{advice}"


def _who_is_missing(waiting, ended):
    """The device in which to raise, and what to try, when there is no circle of receives."""
    receives = {rank: r for rank, r in waiting.items() if isinstance(r, Receive)}
    calls = {rank: call for rank, call in waiting.items() if rank not in receives}
    for rank, call in calls.items():
        if gone := [member for member in call.group.ranks if member in ended]:
            return rank, (
                f"{call.group.prefix}{call.operation} needs every rank of its group, "
                f"but {_ranks(gone)} returned without it."
            )
    if receives and calls:
        rank = min(receives if len(receives) <= len(calls) else calls)
        at = calls[rank].operation if rank in calls else "recv"
        return rank, (
            f"Rank {rank} is at {at}, which the others never answer; "
            "let all ranks of a group reach the same call."
        )
    if receives:
        rank, receive = next(iter(receives.items()))
        return rank, (
            f"Rank {rank} waits for a message from rank {receive.sender}, which sends none "
            "any more; check who sends to whom, and how often."
        )
    return min(
        calls
    ), "The ranks wait in different groups; let all reach their groups in one order."


def _ranks(ranks):
    """`rank 3`, `ranks 0, 2`, and `ranks 0-6, 9` where there are many."""
    if len(ranks) <= _MOST_ROWS:
        return f"rank{'s' if len(ranks) > 1 else ''} {', '.join(map(str, ranks))}"
    runs = []
    for rank in sorted(ranks):
        if runs and rank == runs[-1][1] + 1:
            runs[-1][1] = rank
        else:
            runs.append([rank, rank])
    return "ranks " + ", ".join(f"{a}-{b}" if a < b else f"{a}" for a, b in runs)


def _circle(waiting):
    """Devices that wait for each other's messages in a circle, from the lowest rank on."""
    for start in sorted(waiting):
        path = []
        rank = start
        while isinstance(waiting.get(rank), Receive) and rank not in path:
            path.append(rank)
            rank = waiting[rank].sender
        if rank in path:
            circle = path[path.index(rank) :]
            lowest = circle.index(min(circle))
            return circle[lowest:] + circle[:lowest]
    return None


def wrong_message(rank, receive, message):
    """A message has another shape or dtype than the receiver said with `like`."""
    sender = receive.sender
    rows = [(sender, str(message), message.where), (rank, str(receive), receive.where)]
    return (
        f"Rank {rank} expects {describe(receive.like)} from rank {sender}, "
        f"but gets {describe(message.x)}:\n{_table(rows)}\n"
        "Give `like` an array of the shape and dtype that is sent."
    )


def unread(mail):
    """Messages that were sent and that nobody received: `mail[src, dst]` lists them."""
    rows = [
        (src, str(message), message.where)
        for (src, _), messages in sorted(mail.items())
        for message in messages
    ]
    return (
        f"The run ended with messages that nobody received:\n{_table(rows)}\n"
        "Let the receiving device call recv as often as the other one sends to it."
    )


def _table(rows):
    """One line a rank: what it does, and the line of code where it does it.

    Where there are many, those that do the same share a line.
    """
    rows = [(rank, what, _line(where)) for rank, what, where in rows]
    if len(rows) <= _MOST_ROWS:
        rows = [(_ranks([rank]), what, line) for rank, what, line in rows]
    else:
        alike = {}
        for rank, what, line in rows:
            alike.setdefault((what, line), []).append(rank)
        rows = [(_ranks(ranks), what, line) for (what, line), ranks in alike.items()]
    width = max(len(what) for _, what, _ in rows)
    return "\n".join(f"  {who}: {what:<{width}}  {line}".rstrip() for who, what, line in rows)


def _line(where):
    if where is None:
        return ""
    file, number, function = where
    source = linecache.getline(file, number).strip()
    place = "" if "ipykernel" in file or file.startswith("<") else f"{Path(file).name}, "
    return f"{place}line {number} in {function}" + (f": {source}" if source else "")
