"""The six pictures to name in L1 show what the collectives really do."""

import numpy as np
import pytest

from shardlab import Mesh, draw, run

from .levels import assignment, grade_id

CALLS = {
    "broadcast": lambda dev, x, src: dev.broadcast(x, src=src),
    "scatter": lambda dev, x, src: dev.scatter(
        None if x is None else np.split(x, dev.size), src=src
    ),
    "all_gather": lambda dev, x, src: dev.all_gather(x, axis=1),
    "reduce_scatter": lambda dev, x, src: dev.reduce_scatter(x, axis=1),
    "all_reduce": lambda dev, x, src: dev.all_reduce(x),
    "all_to_all": lambda dev, x, src: np.hstack(dev.all_to_all(np.split(x, dev.size, axis=1))),
}


@pytest.mark.parametrize("letter", "abcdef")
def test_a_picture_shows_what_the_collective_does(letter, monkeypatch):
    cells = {grade_id(cell): cell.source for cell in assignment("L1", "source")}
    seen, names = [], {"np": np, "draw": draw}
    monkeypatch.setattr(draw, "collective", lambda *shown: seen.append(shown))
    exec(cells[f"draw_{letter}"], names)
    exec(cells[f"picture_{letter}"], names)
    ((label, before, after),) = seen
    assert label == "?"  # the picture does not say it
    src = next(rank for rank, x in enumerate(before) if x is not None)
    collective = CALLS[names[f"picture_{letter}"]]
    did = run(lambda dev: collective(dev, before[dev.rank], src), Mesh(tp=len(before))).outputs
    assert len(did) == len(after) and all(map(np.array_equal, did, after))
