"""Ranks count through the last axis first; groups part the ranks."""

import pickle

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from shardlab import Mesh, run
from shardlab.errors import ShardError

axes = st.dictionaries(st.sampled_from(["dp", "pp", "tp", "sp"]), st.integers(1, 4), min_size=1)


def coordinates(mesh):
    return run(lambda dev: dev.coordinates, mesh).outputs


@given(axes)
def test_coordinates_are_those_of_a_c_ordered_grid(sizes):
    places = coordinates(Mesh(**sizes))
    grid = np.indices(tuple(sizes.values())).reshape(len(sizes), -1).T
    assert [list(place.values()) for place in places] == grid.tolist()
    assert all(list(place) == list(sizes) for place in places)


@given(axes, st.data())
def test_groups_part_the_ranks(sizes, data):
    mesh = Mesh(**sizes)
    names = data.draw(st.lists(st.sampled_from(sorted(sizes)), unique=True, min_size=1))
    places = coordinates(mesh)
    groups = {mesh.group(rank, *names) for rank in range(mesh.size)}
    assert sorted(rank for group in groups for rank in group) == list(range(mesh.size))
    for rank in range(mesh.size):
        group = mesh.group(rank, *names)
        assert rank in group
        assert len(group) == np.prod([sizes[name] for name in names])
        for other in group:
            differing = {a for a in sizes if places[rank][a] != places[other][a]}
            assert differing <= set(names)


@pytest.mark.parametrize(
    "bad", [{}, {"tp": 10**8}, {"tp": 0}, {"tp": -1}, {"tp": 2.0}, {"tp": True}]
)
def test_a_mesh_needs_named_axes_of_whole_sizes(bad):
    with pytest.raises(ShardError, match="Mesh: "):
        Mesh(**bad)


def test_an_unknown_axis_is_named():
    with pytest.raises(ShardError, match=r"Mesh\(dp=2, tp=3\) has no axis 'pp'.*dp, tp"):
        Mesh(dp=2, tp=3).group(0, "pp")


def test_nothing_can_be_left_in_a_mesh():
    mesh = Mesh(dp=2, tp=2)
    for name in ("box", "axes", "size"):
        with pytest.raises(ShardError, match="it can't be changed"):
            setattr(mesh, name, 1)
    with pytest.raises(TypeError):
        mesh.axes["pp"] = 2
    assert pickle.loads(pickle.dumps(mesh)) == mesh


def test_a_size_without_a_name_is_refused():
    with pytest.raises(ShardError, match=r"name each axis, as in Mesh\(tp=4\)"):
        Mesh(4)
