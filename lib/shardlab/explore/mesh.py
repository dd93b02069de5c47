"""A mesh of three axes: ranks, coordinates and groups, and which links carry what in a step."""

import numpy as np

from shardlab import draw
from shardlab.draw.charts import swatch, table
from shardlab.engine import run
from shardlab.errors import ShardError
from shardlab.explore.controls import counts, explorer, paragraph, slider, steps
from shardlab.mesh import Mesh
from shardlab.words import size

MOST = 4  # devices along an axis
ACTIVATIONS, WEIGHTS = 4096, 65536  # bytes of a micro-batch between layers, and of all weights
USES = {
    "tp": "all-reduce of activations, forward and backward",
    "pp": "activations to the next stage, gradients back",
    "dp": "all-reduce of the weights' gradients",
}


def mesh():
    """Choose the sizes of dp, pp and tp and a rank; see where it stands and what links carry."""
    sizes = [slider(name, 2, 1, MOST) for name in ("dp", "pp", "tp")]
    rank = slider("rank", 5, 0, 7)
    node = steps("devices a node", 4, (1, 2, 4, 8, 16))

    def fit(_):
        rank.max = max(1, np.prod([each.value for each in sizes]) - 1)

    for each in sizes:
        each.observe(fit, names="value")

    def view(dp, pp, tp, rank, node):
        return mesh_view(dp, pp, tp, min(rank, dp * pp * tp - 1), node)

    return explorer([*sizes, rank, node], view)


def mesh_view(dp, pp, tp, rank, node=4):
    """HTML: Mesh(dp=…, pp=…, tp=…), one of its ranks, and the traffic of a training step.

    node   devices in a node: ranks 0 to node − 1 are in the first one, and so on
    """
    dp, pp, tp = counts("mesh_view", most=MOST**3, dp=dp, pp=pp, tp=tp)
    (node,) = counts("mesh_view", most=1024, node=node)
    if dp * pp * tp > MOST**3:
        raise ShardError(f"mesh_view: {dp * pp * tp} devices are too many, at most {MOST**3}.")
    mesh = Mesh(dp=dp, pp=pp, tp=tp)
    (rank,) = counts("mesh_view", least=0, most=mesh.size - 1, rank=rank)
    where = run(lambda dev: (dev.coordinates, [dev[a].ranks for a in USES]), mesh).outputs[rank]
    done = {axis: run(_step, mesh, axis).traffic for axis in USES}
    whole_step = run(_step, mesh, *USES)
    place = ", ".join(f"{axis} {at}" for axis, at in where[0].items())
    said = f"{swatch(rank)} Rank {rank} of {mesh.size} stands at {place}."
    return (
        draw.mesh(mesh)._repr_html_()
        + paragraph(said)
        + _table(done, dict(zip(USES, where[1], strict=True)), rank, node)
        + draw.traffic(whole_step)._repr_html_()
        + paragraph(_in_words(done, node, mesh.size))
    )


def _step(dev, *axes):
    """A step with one micro-batch and a layer a stage, as far as it sends along these axes."""
    here, stages = dev["pp"].rank, dev["pp"].size
    x = np.zeros(ACTIVATIONS, np.int8)
    for way in (1, -1):  # forward, backward
        if "pp" in axes and 0 <= here - way < stages:
            x = dev["pp"].recv(here - way, like=x)
        if "tp" in axes:
            x = dev["tp"].all_reduce(x)
        if "pp" in axes and 0 <= here + way < stages:
            dev["pp"].send(x, here + way)
    if "dp" in axes:
        dev["dp"].all_reduce(np.zeros(WEIGHTS // (dev["tp"].size * stages), np.int8))


def _table(done, groups, rank, node):
    """By axis: with whom this rank talks, what it sends, and how much stays within nodes."""
    heads = ("axis", "its group", "what for", "this rank sends", "all: within nodes", "between")
    rows = []
    for axis, traffic in done.items():
        group = ", ".join(map(str, groups[axis]))
        sent = [int(traffic.bytes_sent[rank]), *_split(traffic, node)]
        rows.append((axis, group, USES[axis], *map(size, sent)))
    return table(heads, rows, align="left")


def _split(traffic, node):
    """Bytes of all devices that stay within a node, and those that leave it."""
    nodes = np.arange(len(traffic.bytes_sent)) // node
    within = nodes[:, None] == nodes
    return int(traffic.bytes_between[within].sum()), int(traffic.bytes_between[~within].sum())


def _in_words(done, node, devices):
    leaves = {axis: _split(traffic, node)[1] for axis, traffic in done.items()}
    between = [f"{axis} ({size(n)})" for axis, n in leaves.items() if n]
    said = (
        f"A step of one micro-batch: {size(ACTIVATIONS)} of activations between layers, "
        f"{size(WEIGHTS)} of weights in all. "
    )
    several = -(-devices // node)
    if several == 1:
        return f"{said}All {devices} devices are in one node of {node}: nothing leaves it."
    along = ", ".join(between) or "no axis"
    return f"{said}{devices} devices fill {several} nodes of {node}. Between them: {along}."
