"""What collectives are charged: by a ring or a tree, in bytes, messages, steps and seconds."""

from math import ceil, log2

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from shardlab import Mesh, run, shard
from shardlab.errors import ShardError
from shardlab.hardware import Hardware

sizes = st.integers(1, 17)
LINK = Hardware(flops=1e9, alpha=3.0, beta=0.25)  # so that sums of times are exact

CALLS = {
    "all_reduce": lambda dev, x: dev.all_reduce(x),
    "reduce": lambda dev, x: dev.reduce(x, dst=dev.size - 1),
    "broadcast": lambda dev, x: dev.broadcast(x, src=dev.size // 2),
    "reduce_scatter": lambda dev, x: dev.reduce_scatter(x, axis=0),
    "all_gather": lambda dev, x: dev.all_gather(x[: len(x) // dev.size], axis=0),
    "gather": lambda dev, x: dev.gather(x, dst=dev.size // 2),
    "scatter": lambda dev, x: dev.scatter(
        np.split(x, dev.size) if dev.rank == dev.size - 1 else None, src=dev.size - 1
    ),
    "all_to_all": lambda dev, x: dev.all_to_all(np.split(x, dev.size)),
}


def charged(name, n, blocks=1, algorithm="ring"):
    """(the run, the bytes of the array that each device brings), n dividing its length."""
    x = np.arange(blocks * n * 3.0).reshape(blocks * n, 3)
    return run(CALLS[name], Mesh(tp=n), x, algorithm=algorithm, hardware=LINK), x.nbytes


# bytes that each device sends, over those of the array it brings; as published
FACTORS = {
    "all_reduce": lambda n: 2 * (n - 1) / n,
    "reduce_scatter": lambda n: (n - 1) / n,
    "all_gather": lambda n: (n - 1) / n,
    "all_to_all": lambda n: (n - 1) / n,
}


@given(sizes, st.integers(1, 4), st.sampled_from(sorted(FACTORS)))
def test_bytes_are_the_known_factors(n, blocks, name):
    result, nbytes = charged(name, n, blocks)
    assert result.traffic.bytes_sent.tolist() == [round(FACTORS[name](n) * nbytes)] * n
    assert result.traffic.bytes_received.tolist() == result.traffic.bytes_sent.tolist()


@given(sizes, st.integers(1, 4))
def test_a_tree_sends_the_whole_array_along_each_edge(n, blocks):
    depth = ceil(log2(n))
    for name, passes in {"all_reduce": 2, "reduce": 1, "broadcast": 1}.items():
        result, nbytes = charged(name, n, blocks, "tree")
        assert result.traffic.bytes_sent.sum() == passes * (n - 1) * nbytes
        assert result.traffic.steps == passes * depth
        assert result.timeline.length == passes * depth * (3 + nbytes / 4)
        assert result.traffic.algorithm == "tree"


@given(sizes, st.integers(1, 4))
def test_a_ring_takes_the_known_time(n, blocks):
    for name, passes in {"all_reduce": 2, "reduce_scatter": 1, "all_gather": 1}.items():
        result, nbytes = charged(name, n, blocks)
        assert result.timeline.length == passes * (n - 1) * (3 + nbytes / n / 4)
        assert result.traffic.steps == passes * (n - 1)


@given(sizes)
def test_pieces_for_many_queue_at_the_port_of_their_owner(n):
    for name in ("gather", "scatter", "all_to_all"):
        result, nbytes = charged(name, n)
        piece = nbytes if name == "gather" else nbytes / n
        assert result.timeline.length == (n - 1) * (3 + piece / 4)
        assert result.traffic.steps == min(1, n - 1)


@given(sizes, st.sampled_from(sorted(CALLS)), st.sampled_from(["ring", "tree"]))
def test_the_rounds_add_up_to_the_counts(n, name, algorithm):
    """Each step's messages together are the bytes, messages and pairs that were counted."""
    traffic = charged(name, n, 2, algorithm)[0].traffic
    rounds = traffic.rounds()
    assert len(rounds) == traffic.steps
    nbytes, messages = np.zeros((n, n), int), np.zeros((n, n), int)
    for sent in (sent for messages in rounds for sent in messages):
        assert sent.operation == name
        nbytes[sent.src, sent.dst] += sent.nbytes
        messages[sent.src, sent.dst] += 1
    assert np.array_equal(nbytes, traffic.bytes_between)
    assert np.array_equal(messages, traffic.messages_between)
    assert traffic.messages_by_operation[name] == messages.sum()
    assert traffic.bytes_by_operation[name] == nbytes.sum()
    if name in ("all_reduce", "reduce", "broadcast"):  # one message a device and round, each way
        for sent in rounds:
            assert len({m.src for m in sent}) == len({m.dst for m in sent}) == len(sent)


@given(sizes, st.booleans())
def test_whoever_has_the_array_passes_it_on(n, tree):
    """Played message by message, a broadcast reaches all and a reduce collects all."""
    algorithm = "tree" if tree else "ring"
    reached = {n // 2}
    for sent in charged("broadcast", n, 1, algorithm)[0].traffic.rounds():
        assert {m.src for m in sent} <= reached
        reached |= {m.dst for m in sent}
    assert reached == set(range(n))
    terms = [{rank} for rank in range(n)]
    for sent in charged("reduce", n, 1, algorithm)[0].traffic.rounds():
        for m in sent:
            assert not terms[m.dst] & terms[m.src]  # no term is added twice
            terms[m.dst] |= terms[m.src]
    assert terms[n - 1] == set(range(n))


def ring(dev, x):
    """Chunks round a ring, message by message: device r ends up with chunk r, then with all."""
    n, left, right = dev.size, (dev.rank - 1) % dev.size, (dev.rank + 1) % dev.size
    chunks = np.array_split(x, n)
    for step in range(1, n):
        dev.send(chunks[dev.rank - step], right)
        mine = chunks[dev.rank - step - 1]
        mine += dev.recv(left, like=mine)
    for step in range(n - 1):
        dev.send(chunks[dev.rank - step], right)
        chunks[dev.rank - step - 1][:] = dev.recv(left, like=chunks[dev.rank - step - 1])
    return x


@given(sizes, st.integers(0, 40), st.sampled_from(["reduce_scatter", "all_gather", "all_reduce"]))
def test_uneven_rounds_add_up_to_the_counts(n, length, name):
    def fn(dev, x):
        return CALLS[name](dev, x) if name != "all_gather" else dev.all_gather(x, axis=0)

    uneven = shard(np.zeros((length, 3)), axis=0) if name == "all_gather" else np.zeros((length, 3))
    traffic = run(fn, Mesh(tp=n), uneven).traffic
    nbytes = np.zeros((n, n), int)
    for sent in (sent for messages in traffic.rounds() for sent in messages):
        nbytes[sent.src, sent.dst] += sent.nbytes
    assert np.array_equal(nbytes, traffic.bytes_between)


@given(st.integers(1, 9), st.integers(0, 40))
def test_a_ring_is_charged_as_if_played_message_by_message(n, length):
    played = run(ring, Mesh(tp=n), np.arange(float(length)))
    charged = run(lambda dev, x: dev.all_reduce(x), Mesh(tp=n), np.arange(float(length)))
    np.testing.assert_array_equal(played.outputs, charged.outputs)
    assert np.array_equal(played.traffic.bytes_between, charged.traffic.bytes_between)
    assert np.array_equal(played.traffic.messages_between, charged.traffic.messages_between)
    steps = zip(played.traffic.rounds(), charged.traffic.rounds(), strict=True)
    for one, other in steps:
        assert sorted(sent[1:] for sent in one) == sorted(sent[1:] for sent in other)


def test_an_unknown_algorithm_is_refused():
    with pytest.raises(ShardError, match="algorithm is one of ring, tree; it was 'star'"):
        run(lambda dev: None, Mesh(tp=2), algorithm="star")
