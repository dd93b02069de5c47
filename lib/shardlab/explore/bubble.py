"""Forward passes through a pipeline: which slots stay idle."""

from shardlab import draw
from shardlab.explore.controls import counts, explorer, paragraph, slider
from shardlab.pipeline import F, simulate


def bubble():
    """Choose stages and micro-batches; see which slots of the pipeline stay idle."""
    controls = [slider("stages D", 4, 1, 8), slider("micro-batches M", 1, 1, 32)]
    return explorer(controls, bubble_view)


def bubble_view(stages, micro_batches):
    """HTML: the forward passes of micro-batches through a pipeline."""
    (stages,) = counts("bubble_view", most=64, stages=stages)
    (micro_batches,) = counts("bubble_view", most=512, micro_batches=micro_batches)
    forward = [F(index) for index in range(micro_batches)]
    timeline = simulate([forward] * stages)
    return draw.timeline(timeline)._repr_html_() + paragraph(
        f"D = {stages}, M = {micro_batches}: {timeline.idle_fraction:.3f} of the total time "
        f"is idle, so {1 - timeline.idle_fraction:.3f} is work."
    )
