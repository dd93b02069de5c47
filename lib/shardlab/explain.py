"""The words of a failed run: who waits for what, who is the odd one out, what to try.

What names a rank to raise in comes as (rank, message).
"""

import linecache
from collections import Counter
from pathlib import Path

from shardlab.calls import TERMS, Receive
from shardlab.words import describe

_MOST_ROWS = 16  # an error has a line for each of so many ranks; more share lines


# -- collectives that do not agree -----------------------------------------------------------------


def mismatch(ranks, calls):
    """(rank of the odd one out, message) if the calls of a group disagree, else None."""
    calls = dict(zip(ranks, calls, strict=True))
    operations = {rank: call.operation for rank, call in calls.items()}
    if len(set(operations.values())) > 1:
        return _disagreement("operation", operations, calls)
    for term in TERMS[calls[ranks[0]].operation]:
        said = {
            rank: call.term(term)
            for rank, call in calls.items()
            if term not in ("dtype", "shape") or call.value is not None
        }
        if len(set(said.values())) > 1:
            return _disagreement(term, said, calls)
    return None  # only a device that takes (broadcast, scatter) brought no array


def _disagreement(term, said, calls):
    """`said[rank]` is the value on which the ranks disagree."""
    usual, votes = Counter(said.values()).most_common(1)[0]
    call = next(iter(calls.values()))
    if term in ("dtype", "shape") and call.operation == "broadcast":
        usual = said[call.group.ranks[call.src]]  # what is handed out is right, the rest takes it
        votes = sum(value == usual for value in said.values())
    odd = [rank for rank, value in said.items() if value != usual]
    if term == "operation":
        head = "The ranks of one group call different collectives"
        wanted = f"call {usual if votes > len(odd) else 'the same one'}, in the same order"
    else:
        head = f"The ranks of one group call {call.operation} with a different {term}"
        wanted = f"use one {term} in this call"
        if term == "shape" and call.operation == "all_gather":
            wanted = f"agree in every axis but axis {call.axis}, along which they are glued"
        elif votes > len(odd):
            wanted += f", {usual}"
    if votes > 1 and len(odd) == 1:
        head += f"; rank {odd[0]} is the odd one out"
    elif votes > len(odd):
        head += f"; {_ranks(odd)} differ from the others"
    rows = table((rank, str(call), call.where) for rank, call in calls.items())
    return odd[0], f"{head}:\n{rows}\nLet every rank of the group {wanted}."


def not_yours(mesh, owner, group, user):
    """The device of rank `owner` is used by other code: rank `user`'s of its run, or unknown."""
    if user is None:
        return (
            f"This is rank {owner} of {mesh} in another run, on another device or in another "
            "thread; use the `dev` that your function was called with, while it runs."
        )
    inside = ""
    if group and group.axes and user not in group.ranks:
        name = group.prefix.rstrip(".")
        inside = f", and rank {user} is not in its {name}, which has {_ranks(list(group.ranks))}"
    return (
        f"Rank {user} uses the device of rank {owner} of {mesh}{inside}; "
        "let each rank use the `dev` that its function was called with."
    )


# -- nobody can go on ------------------------------------------------------------------------------


def deadlock(mesh, waiting, ended, mail, past):
    """(rank to raise in, message) for ranks that wait while nobody can go on.

    `past[rank]` names the collectives that a rank has taken part in.
    """
    rows = [(rank, str(reason), reason.where) for rank, reason in waiting.items()]
    rows += [(rank, "has returned", None) for rank in ended]
    rows = table(sorted(rows, key=lambda row: row[0]))
    raise_in, advice = _why(waiting, ended, past)
    if mail:
        under_way = f"These messages were sent and nobody asks for them:\n{_sent(mail)}"
        receiving = {rank for rank, reason in waiting.items() if isinstance(reason, Receive)}
        if receiving.intersection(to for _, to in mail):
            advice = f"{under_way}\nCompare the dst of each send with the src of each recv."
        else:
            advice += f"\n{under_way}"
    return raise_in, f"Deadlock on {mesh}: every rank that still runs waits.\n{rows}\n{advice}"


def _why(waiting, ended, past):
    """The rank in which to raise, and what to try."""
    for rank, call in waiting.items():
        gone = [] if isinstance(call, Receive) else set(call.group.ranks).intersection(ended)
        if gone:
            return rank, (
                f"{call.group.prefix}{call.operation} needs every rank of its group, "
                f"but {_ranks(sorted(gone))} returned without it."
            )
    receivers = sorted(rank for rank, reason in waiting.items() if isinstance(reason, Receive))
    if receivers:
        return _who_never_sends(waiting, receivers[0])
    advice = "let all ranks reach their groups in one order."
    calls = {
        rank: [*past[rank], f"{call.group.prefix}{call.operation}"]
        for rank, call in waiting.items()
    }
    for step in range(max(map(len, calls.values()))):
        called = {rank: names[step] for rank, names in calls.items() if len(names) > step}
        usual, votes = Counter(called.values()).most_common(1)[0]
        odd = [rank for rank in called if called[rank] != usual]
        if len(odd) == 1 and votes > 1:
            return odd[
                0
            ], f"Rank {odd[0]} called {called[odd[0]]} where the others called {usual}; {advice}"
        if odd:
            break
    return min(waiting), f"The ranks wait in different groups; {advice}"


def _who_never_sends(waiting, rank):
    """Follow who waits for whose message until it ends, or comes round in a circle."""
    path = []
    while isinstance(waiting.get(rank), Receive) and rank not in path:
        path.append(rank)
        rank = waiting[rank].sender
    if rank not in path:
        does = f"is at {waiting[rank].operation}" if rank in waiting else "has returned"
        return path[-1], (
            f"Rank {path[-1]} waits for a message from rank {rank}, which {does}; "
            "check who sends to whom, and how often."
        )
    circle = path[path.index(rank) :]
    if len(circle) == 1:
        return rank, f"Rank {rank} waits for a message from itself; check the rank in src."
    lowest = circle.index(min(circle))
    circle = circle[lowest:] + circle[:lowest]
    steps = [*circle, circle[0]] if len(circle) <= _MOST_ROWS else [*circle[:3], "…", circle[0]]
    return circle[0], (
        f"These ranks wait for each other in a circle: {' → '.join(map(str, steps))}. "
        "Let each send first (send does not wait), then receive."
    )


# -- messages --------------------------------------------------------------------------------------


def wrong_message(rank, receive, message):
    """A message has another shape or dtype than the receiver said with `like`."""
    sender = receive.sender
    rows = [(sender, str(message), message.where), (rank, str(receive), receive.where)]
    return (
        f"Rank {rank} expects {describe(receive.like)} from rank {sender}, "
        f"but gets {describe(message.x)}:\n{table(rows)}\n"
        "Give `like` an array of the shape and dtype that is sent."
    )


def unread(mail):
    """Messages that were sent and that nobody received: `mail[src, dst]` lists them."""
    return (
        f"The run ended with messages that nobody received:\n{_sent(mail)}\n"
        "Let the receiving rank call recv as often as the other one sends to it."
    )


def _sent(mail):
    return table(
        (src, str(message), message.where)
        for (src, _), messages in sorted(mail.items())
        for message in messages
    )


# -- tables ----------------------------------------------------------------------------------------


def table(rows):
    """One line a rank: what it does, and the line of code where it does it.

    Where there are many, ranks that do the same share a line, and the last lines are left out.
    """
    times = Counter((rank, what, line_of(where)) for rank, what, where in rows)
    if len(times) <= _MOST_ROWS:
        lines = [([rank], what, line, n) for (rank, what, line), n in times.items()]
    else:
        alike = {}
        for (rank, what, line), n in times.items():
            alike.setdefault((what, line, n), []).append(rank)
        lines = [(ranks, what, line, n) for (what, line, n), ranks in alike.items()]
    left_out = len(lines) - _MOST_ROWS
    lines = [
        (_ranks(ranks), what + (f" {n} times" if n > 1 else ""), line)
        for ranks, what, line, n in lines[:_MOST_ROWS]
    ]
    width = max(len(what) for _, what, _ in lines)
    table = [f"  {who}: {what:<{width}}  {line}".rstrip() for who, what, line in lines]
    return "\n".join([*table, f"  … and {left_out} more lines"] if left_out > 0 else table)


def _ranks(ranks):
    """`rank 3`, `ranks 0, 2`, and `ranks 0-6, 9` where there are many."""
    if len(ranks) == 1:
        return f"rank {ranks[0]}"
    if len(ranks) <= _MOST_ROWS:
        return f"ranks {', '.join(map(str, ranks))}"
    runs = []
    for rank in sorted(ranks):
        if runs and rank == runs[-1][1] + 1:
            runs[-1][1] = rank
        else:
            runs.append([rank, rank])
    return "ranks " + ", ".join(f"{a}-{b}" if a < b else f"{a}" for a, b in runs)


def line_of(where):
    """The place in the code, and what stands there."""
    if where is None:
        return ""
    file, number, function = where
    source = linecache.getline(file, number).strip()
    place = "" if "ipykernel" in file or file.startswith("<") else f"{Path(file).name}, "
    return f"{place}line {number} in {function}" + (f": {source}" if source else "")
