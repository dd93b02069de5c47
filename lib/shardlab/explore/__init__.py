"""Explorers: move a slider, see what is cut, sent, held and waited for.

What they show is measured: each picture is drawn from a run, a simulation or a memory that holds.
An explorer is its widget; its view, such as `split_view`, gives one picture without widgets.

split        a product cut by columns or rows: shards, padding, bytes
bubble       forward passes through a pipeline: which slots stay idle
ring         an all-reduce round a ring, step by step: chunks, partial sums, bytes
pipeline     schedules of a pipeline: idle time, activations held by each stage
memory       what one device holds in training, and when
scaling      data parallelism on a clock: speed-up, efficiency, ring against tree
mesh         ranks, coordinates, groups, and which links carry what
stragglers   synchronous and asynchronous SGD with one slow worker
"""

from shardlab.explore.bubble import bubble, bubble_view
from shardlab.explore.memory import memory, memory_view
from shardlab.explore.mesh import mesh, mesh_view
from shardlab.explore.pipeline import pipeline, pipeline_view
from shardlab.explore.ring import ring, ring_view
from shardlab.explore.scaling import scaling, scaling_view
from shardlab.explore.split import split, split_view
from shardlab.explore.stragglers import stragglers, stragglers_view

__all__ = [
    "bubble",
    "bubble_view",
    "memory",
    "memory_view",
    "mesh",
    "mesh_view",
    "pipeline",
    "pipeline_view",
    "ring",
    "ring_view",
    "scaling",
    "scaling_view",
    "split",
    "split_view",
    "stragglers",
    "stragglers_view",
]
