"""Blocks that deform in files for ParaView: displacements and stresses at the corners of faces."""

from pathlib import Path

import h5py
import numpy as np
import pytest
from matplotlib.figure import Figure

import drystone as ds
from drystone import view
from drystone.exports.bodies import Bodies
from drystone.exports.contact_points import contact_fields
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


@pytest.fixture(scope="module")
def soft() -> ds.Trajectory:
    """A soft block that falls onto smooth ground and spreads there."""
    ground = ds.Block.box((4.0, 4.0, 1.0), (0.0, 0.0, -0.5), fixed=True, name="ground")
    rubber = ds.Material(1e7, 0.3, 2000.0)
    body = ds.Block.box((1.0, 1.0, 1.0), (0.0, 0.0, 0.51), name="body", material=rubber, mesh="affine")
    thrown = np.array([[0.0] * 6, [0.5, 0.0, -1.0, 0.0, 0.0, 2.0]])
    bodies, dt = ds.Assembly([ground, body], 0.0), 1e-4
    return ds.simulate(bodies, 0.015, dt, initial_velocity=thrown, integrator="backward-euler", options={"theta": 1.0})


def test_velocities_are_those_of_what_is_displaced(soft: ds.Trajectory) -> None:
    """By the difference of places over the last step, in which blocks move and deform by their velocities at its end.

    Turning bends the path by omega^2 r dt/2.
    """
    assert soft.assembly is not None
    bodies, last = Bodies.of(soft.assembly), len(soft.time) - 1
    seen = VertexStresses(soft, bodies)
    placed = [
        bodies.placed(soft.position[i], soft.rotation[i]) + seen.displacement(i) for i in (last - 1, last)
    ]  # fmt: skip
    difference = (placed[1] - placed[0]) / (soft.time[last] - soft.time[last - 1])
    velocity = seen.velocity(last, placed[1])
    bent = 2.0**2 * 1.0 * 1e-4
    assert velocity == pytest.approx(difference, abs=bent)
    spread = velocity - soft.velocity[last][bodies.vertex_block][:, :3]
    assert np.abs(seen._of_modes(last, soft.deformation_rate[last])).max() > 10 * bent
    assert np.abs(spread).max() > 10 * bent


def test_contacts_slip_with_what_spreads(soft: ds.Trajectory) -> None:
    """At the corners of a block on smooth ground the slip is the velocity of the corner."""
    assert soft.assembly is not None
    last, bodies = len(soft.time) - 1, Bodies.of(soft.assembly)
    points, fields = contact_fields(soft, last)
    seen = VertexStresses(soft, bodies)
    placed = bodies.placed(soft.position[last], soft.rotation[last]) + seen.displacement(last)
    velocity = seen.velocity(last, placed)
    mine = np.flatnonzero(bodies.vertex_block == 1)
    assert len(points) == 4
    for point, slip in zip(points, fields["slip"], strict=True):
        corner = mine[np.argmin(np.linalg.norm(placed[mine] - point, axis=1))]
        assert slip[:2] == pytest.approx(velocity[corner, :2], abs=2e-3)
    assert np.ptp(fields["slip"][:, 0] - soft.velocity[last, 1, 0]) > 0.02


def test_blocks_that_are_still_rigid_have_no_stress_in_files(tmp_path: Path) -> None:
    """Drums that bear up to the weight of two: the lower ones become elastic, the upper ones stay rigid."""
    bears = 2000.0 * 9.81 * HEIGHT * 2.0
    waiting = ds.Material(1e9, 0.0, 2000.0, rigid_below=bears)
    run = ds.simulate(column(4).of_material(waiting, "affine"), 0.1, 0.01)
    assert run.assembly is not None
    elastic = set(run.stresses(-1)["block"])
    assert 0 < len(elastic) < 4
    bodies = Bodies.of(run.assembly)
    seen = VertexStresses(run, bodies)
    assert not seen.at(0)["von_mises"].any()
    shown = seen.at(len(run.time) - 1)["von_mises"]
    table = run.stresses(-1).set_index("block")["von_mises"]
    for b, name in enumerate(run.names):
        expected = table[name] if name in elastic else 0.0
        assert shown[bodies.vertex_block == b] == pytest.approx(expected)
    for ending in ("pvd", "vtkhdf"):
        assert ds.export(run, tmp_path / f"run.{ending}").exists()
    drawn = view.draw_stresses(Figure().add_subplot(), run)
    assert len(drawn.get_paths()) == len(elastic)
    with pytest.raises(ds.DrystoneError, match="none of the drawn blocks has become elastic yet"):
        view.stresses_figure(run, 0)
