"""Ties in the files of every format, read back by the libraries of the formats: at their anchors, with what they do."""

import xml.etree.ElementTree as ElementTree
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import drystone as ds
from drystone.exports.bodies import Bodies
from drystone.exports.drawing import Drawing
from drystone.exports.tie_lines import FIELDS, TieLines
from drystone.exports.vertex_stresses import VertexStresses
from drystone.results.tie_table import STATES

from .test_exports import glb
from .test_exports import values as accessor

SINGLE = 1e-6  # relative, numbers of 32 bits


def pulled(duration: float) -> ds.Trajectory:
    """A stone on moving ground, between a cable that is slack and a rod that yields until 0.33 s and is slack then."""
    ground = ds.Block.box((2, 2, 0.2), (0, 0, -0.1), fixed=True, name="ground")
    stone = ds.Block.box((0.4, 0.4, 1.0), (0, 0, 0.5), name="stone")
    cable = ds.Tie("stone", "ground", (-0.2, 0.1, 1.0), (-0.9, 0, 0), stiffness=1e4, slack=0.02, name="cable")
    rod = ds.Tie("stone", "ground", (0.2, 0.1, 1.0), (0.9, 0, 0), stiffness=1e5, yield_force=600.0, name="rod")
    motion = ds.GroundMotion.one_sine(10.0, 0.3)
    built = ds.Assembly([ground, stone], ties=[cable, rod])
    return ds.simulate(built, duration, 5e-3, motion=motion, record_every=8)


@pytest.fixture(scope="module")
def tied() -> ds.Trajectory:
    return pulled(0.4)


def anchors(run: ds.Trajectory, state: int) -> Any:
    """Ends (M, 2, 3) of the ties, from the ground."""
    assert run.assembly is not None
    ends = run.assembly.tie_table.anchors(run.position[state] - run.ground[state], run.rotation[state])
    return np.stack(ends, axis=1)


def told(run: ds.Trajectory, state: int) -> Any:
    table = run.ties()
    return table[table["time"] == run.time[state]]


def test_the_ties_of_the_run_are_slack_and_taut_and_yield(tied: ds.Trajectory) -> None:
    """By their forces alone: none where slack, the yield force where yielding, in between where taut."""
    table = tied.ties()
    assert set(table["state"]) == set(STATES)
    force, state = table["force"].to_numpy(), table["state"].to_numpy()
    assert np.all(force[state == "slack"] == 0.0)
    assert force[state == "yielding"] == pytest.approx(600.0, rel=1e-5)
    assert set(table["tie"][state == "yielding"]) == {"rod"}
    assert np.all(force[(state == "taut") & (table["tie"] == "rod")] < 600.0 * (1 - 1e-6))
    plastic = table["plastic"].to_numpy()
    loose = (state == "slack") & (plastic > 0.0)
    assert loose.any()
    assert np.all(table["elongation"].to_numpy()[loose] < plastic[loose])


def check_lines(shown: Any, numpy_of: Any, run: ds.Trajectory, state: int) -> None:
    assert shown.GetNumberOfLines() == 2
    assert np.allclose(numpy_of(shown.GetPoints().GetData()).reshape(2, 2, 3), anchors(run, state), atol=4 * SINGLE)
    assert numpy_of(shown.GetLines().GetConnectivityArray()).tolist() == [0, 1, 2, 3]
    found = {name: numpy_of(shown.GetCellData().GetArray(name)) for name in FIELDS}
    table = told(run, state)
    assert found["tie"].tolist() == [0, 1]
    assert np.allclose(found["force"], table["force"], rtol=2 * SINGLE)
    assert np.allclose(found["elongation"], table["elongation"], rtol=2 * SINGLE, atol=1e-12)
    assert [STATES[one] for one in found["state"]] == table["state"].tolist()


def test_paraview_reads_ties_from_a_third_file(tied: ds.Trajectory, tmp_path: Path) -> None:
    reading: Any = pytest.importorskip("vtkmodules.vtkIOHDF", reason="reads VTKHDF files, no part of the test extra")
    numpy_of: Any = pytest.importorskip("vtkmodules.util.numpy_support").vtk_to_numpy
    ds.export(tied, tmp_path / "run.vtkhdf")
    assert {path.name for path in tmp_path.iterdir()} == {"run.vtkhdf", "run-contacts.vtkhdf", "run-ties.vtkhdf"}
    reader = reading.vtkHDFReader()
    reader.SetFileName(str(tmp_path / "run-ties.vtkhdf"))
    reader.UpdateInformation()
    assert reader.GetNumberOfSteps() == len(tied.time)
    for state in range(len(tied.time)):
        reader.SetStep(state)
        reader.Update()
        check_lines(reader.GetOutput(), numpy_of, tied, state)


def test_a_collection_has_ties_as_third_part(tied: ds.Trajectory, tmp_path: Path) -> None:
    reading: Any = pytest.importorskip("vtkmodules.vtkIOXML", reason="reads VTP files, no part of the test extra")
    numpy_of: Any = pytest.importorskip("vtkmodules.util.numpy_support").vtk_to_numpy
    sets = ElementTree.parse(ds.export(tied, tmp_path / "run.pvd")).getroot().findall("./Collection/DataSet")
    chosen = [one.get("file", "") for one in sets if one.get("part") == "2"]
    assert len(chosen) == len(tied.time)
    for state in (0, len(chosen) - 1):
        reader = reading.vtkXMLPolyDataReader()
        reader.SetFileName(str(tmp_path / chosen[state]))
        reader.Update()
        check_lines(reader.GetOutput(), numpy_of, tied, state)


def test_paraview_has_the_ends_of_ties_on_the_blocks_as_they_deform(tmp_path: Path) -> None:
    """A soft stone hangs from a cable at its top: drawn deformed, and its corners with it."""
    stone = ds.Block.box(
        (0.4, 0.4, 0.4), (0, 0, 0), name="stone", material=ds.Material(2e6, 0.2, 2000.0), mesh="affine"
    )
    above = ds.Block.box((1, 1, 0.2), (0, 0, 1.1), fixed=True, name="above")
    tie = ds.Tie("stone", "above", point_a=(0.2, 0.2, 0.2), point_b=(0.2, 0.2, 1.0), stiffness=1e5)
    run = ds.simulate(ds.Assembly([stone, above], ties=[tie]), 0.05, 0.01)
    deformed, rigid = TieLines.of(run, deformed=True), TieLines.of(run)
    assert run.assembly is not None
    bodies = Bodies.of(run.assembly)
    stresses = VertexStresses(run, bodies)
    corners = bodies.placed(run.position[-1], run.rotation[-1]) + stresses.displacement(-1)
    apart = [np.min(np.linalg.norm(corners - lines.ends[-1, 0, 0], axis=1)) for lines in (deformed, rigid)]
    assert apart[0] < 1e-12
    assert apart[1] > 1e-4
    length = np.linalg.norm(deformed.ends[-1, 0, 1] - deformed.ends[-1, 0, 0])
    assert length - 0.8 == pytest.approx(deformed.elongation[-1, 0], abs=1e-12)


def test_usd_has_curves_that_move(tied: ds.Trajectory, tmp_path: Path) -> None:
    usd: Any = pytest.importorskip("pxr.Usd", reason="usd-core is no part of the test extra")
    geometry: Any = pytest.importorskip("pxr.UsdGeom")
    stage = usd.Stage.Open(str(ds.export(tied, tmp_path / "run.usda")))
    curves = geometry.BasisCurves(stage.GetPrimAtPath("/structure/ties"))
    assert list(curves.GetCurveVertexCountsAttr().Get()) == [2, 2]
    assert curves.GetTypeAttr().Get() == "linear"
    assert curves.GetWidthsInterpolation() == "constant"
    assert list(curves.GetPrim().GetAttribute("names").Get()) == ["cable", "rod"]
    primvars = geometry.PrimvarsAPI(curves)
    for state in (0, 4, len(tied.time) - 1):
        code = 24.0 * tied.time[state]
        points = np.array(curves.GetPointsAttr().Get(code)).reshape(2, 2, 3)
        assert np.allclose(points, anchors(tied, state), atol=4 * SINGLE)
        force = primvars.GetPrimvar("force")
        assert force.GetInterpolation() == "uniform"
        assert np.allclose(force.Get(code), told(tied, state)["force"], rtol=2 * SINGLE)
        assert [STATES[one] for one in primvars.GetPrimvar("state").Get(code)] == told(tied, state)["state"].tolist()


def test_gltf_has_bars_between_the_anchors(tied: ds.Trajectory, tmp_path: Path) -> None:
    """Places at first by trimesh, the others by the channels: the ends of each prism are rings about the anchors."""
    trimesh: Any = pytest.importorskip("trimesh", reason="trimesh is an extra")
    path = ds.export(tied, tmp_path / "run.glb")
    scene = trimesh.load_scene(path)
    for name, ends in zip(("cable", "rod"), anchors(tied, 0), strict=True):
        transform, mesh = scene.graph[name]
        corners = trimesh.transform_points(scene.geometry[mesh].vertices, transform)
        rings = corners[:, [0, 2, 1]] * [1, -1, 1]  # z upward again
        for half in (rings[:8], rings[8:]):
            assert np.linalg.norm(half.mean(axis=0) - ends, axis=1).min() < 1e-5
    content, data = glb(path)
    channels = content["animations"][0]["channels"]
    samplers = content["animations"][0]["samplers"]
    assert content["nodes"][0]["children"] == [1, 2, 3, 4]
    for node, number in ((3, 0), (4, 1)):
        moved = {
            one["target"]["path"]: accessor(content, data, samplers[one["sampler"]]["output"]).astype(float)
            for one in channels
            if one["target"]["node"] == node
        }
        for state in range(len(tied.time)):
            x, y, z, w = moved["rotation"][state]
            along = np.array([2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)])
            arm = 0.5 * moved["scale"][state][2] * along
            found = np.stack([moved["translation"][state] - arm, moved["translation"][state] + arm])
            ends = anchors(tied, state)[number]
            assert min(np.abs(found - ends).max(), np.abs(found[::-1] - ends).max()) < 1e-5


def test_drawings_have_ties_dashed_where_slack(tmp_path: Path) -> None:
    tied = pulled(0.28)
    drawing = Drawing.of(tied)
    assert np.allclose(drawing.ties, anchors(tied, -1)[..., [0, 2]])
    assert drawing.slack == (told(tied, -1)["state"] == "slack").tolist()
    assert set(drawing.slack) == {True, False}
    root = ElementTree.parse(ds.export(tied, tmp_path / "run.svg")).getroot()
    lines = root.findall("./{http://www.w3.org/2000/svg}g[@id='ties']/*")
    assert ["stroke-dasharray" in one.attrib for one in lines] == drawing.slack
    ezdxf: Any = pytest.importorskip("ezdxf", reason="reads DXF files, no part of the test extra")
    read = ezdxf.readfile(ds.export(tied, tmp_path / "run.dxf"))
    assert not read.audit().errors
    shown = [one for one in read.modelspace() if one.dxf.layer == "TIES"]
    assert [one.dxf.linetype == "DASHED" for one in shown] == drawing.slack
    for one, (a, b) in zip(shown, drawing.ties, strict=True):
        assert np.allclose([list(one.dxf.start)[:2], list(one.dxf.end)[:2]], [a, b])
    assert "DASHED" in read.linetypes


def test_ties_at_rest_are_drawn_from_their_lengths(tied: ds.Trajectory) -> None:
    assert tied.assembly is not None
    drawing = Drawing.at_rest(tied.assembly, ds.equilibrium(tied.assembly).contacts)
    assert drawing.slack == [True, False]
