"""Blocks that deform in files for ParaView: displacements and stresses at the corners of faces."""

from pathlib import Path

import h5py
import numpy as np
import pytest

import drystone as ds
from drystone.exports.bodies import Bodies
from drystone.exports.vertex_stresses import STRESSES, VertexStresses
from drystone.structures import column

from .test_paraview import SINGLE, read_back

STONE = ds.Material(1e8, 0.0, 2000.0)
HEIGHT = 0.4


@pytest.fixture(scope="module")
def stack() -> ds.Trajectory:
    """Two blocks that settle on each other, of which the lower deforms."""
    return ds.simulate(column(2).of_material(STONE, "affine", blocks=[column(2).names[1]]), 0.3, 0.01, record_every=10)


def test_vertices_have_the_stress_and_the_displacement(stack: ds.Trajectory, tmp_path: Path) -> None:
    """Of a block that carries another and half itself: N/A, and N h/(E A) by which what it carries sinks."""
    path = ds.export(stack, tmp_path / "run.vtkhdf")
    assert stack.assembly is not None
    bodies = Bodies.of(stack.assembly)
    count, stress = len(bodies.vertices), 2000.0 * 9.81 * HEIGHT * 1.5
    with h5py.File(path) as file:
        root = file["VTKHDF"]
        data, last = root["PointData"], slice(-count, None)
        found = {name: data[name][last] for name in STRESSES}
        moved, points = data["displacement"][last], root["Points"][last]
        for name in STRESSES:
            assert root[f"Steps/PointDataOffsets/{name}"][:].tolist() == [count * i for i in range(len(stack.time))]
    lower, upper = (bodies.vertex_block == i for i in (1, 2))
    assert found["von_mises"][lower] == pytest.approx(np.full(lower.sum(), stress), rel=1e-5)
    assert found["principal_1"][lower] == pytest.approx(np.full(lower.sum(), -stress), rel=1e-5)
    assert found["principal_3"][lower] == pytest.approx(np.zeros(lower.sum()), abs=1e-3 * stress)
    assert not found["von_mises"][upper].any()
    sunk = stress / STONE.young * HEIGHT
    assert moved[upper, 2] == pytest.approx(np.full(upper.sum(), -sunk), rel=1e-4)
    top = lower & (bodies.vertices[:, 2] > 0)
    assert moved[top, 2] == pytest.approx(np.full(top.sum(), -sunk), rel=1e-4)
    assert moved[lower & ~top, 2] == pytest.approx(np.zeros(4), abs=1e-3 * sunk)
    assert points[top, 2] == pytest.approx(np.full(top.sum(), HEIGHT - sunk), rel=SINGLE)


def test_each_corner_has_the_stress_of_its_own_element() -> None:
    run = ds.simulate(column(1).of_material(STONE, (1, 1, 2)), 0.2, 0.01)
    assert run.assembly is not None
    bodies, table = Bodies.of(run.assembly), run.stresses(-1)
    fields = VertexStresses(run, bodies).at(len(run.time) - 1)
    for sign in (-1, 1):
        element = table.loc[np.sign(table["place_z"] - 0.5 * HEIGHT) == sign, "von_mises"]
        corners = (bodies.vertex_block == 1) & (np.sign(bodies.vertices[:, 2]) == sign)
        assert fields["von_mises"][corners] == pytest.approx(np.full(4, element.item()))


def test_a_collection_has_them_too(stack: ds.Trajectory, tmp_path: Path) -> None:
    reading, numpy_of = read_back("vtkIOXML")
    assert stack.assembly is not None
    ds.export(stack, tmp_path / "run.pvd")
    i = len(stack.time) - 1
    reader = reading.vtkXMLPolyDataReader()
    reader.SetFileName(str(tmp_path / "run-states" / f"blocks-{i:05d}.vtp"))
    reader.Update()
    data = reader.GetOutput().GetPointData()
    for name, values in VertexStresses(stack, Bodies.of(stack.assembly)).at(i).items():
        assert numpy_of(data.GetArray(name)) == pytest.approx(values, rel=SINGLE, abs=1.0)
