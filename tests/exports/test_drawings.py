"""DXF and SVG: outlines where the blocks are, the thrust line through the joints, hinges where it meets their edges."""

import xml.etree.ElementTree as ElementTree
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import drystone as ds
from drystone.exports.drawing import Drawing
from drystone.exports.dxf import write_dxf_drawing
from drystone.exports.svg import write_svg_drawing
from drystone.structures import arch, column, wall

from .runs import places

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def limit() -> Any:
    return ds.limit_load(arch(), live=(1, 0, 0))


def test_an_arch_at_its_limit_has_four_hinges_on_its_thrust_line(limit: Any) -> None:
    drawing = Drawing.at_rest(arch(), limit.contacts)
    (line,) = drawing.thrust
    assert len(line) == 8
    assert len(drawing.hinges) == 4
    edges = np.concatenate([np.stack([p, np.roll(p, -1, axis=0)], axis=1) for p in drawing.outlines])
    corner = edges[:, 0]
    for hinge in drawing.hinges:
        assert np.linalg.norm(line - hinge, axis=1).min() < 1e-9
        assert np.linalg.norm(corner - hinge, axis=1).min() < 0.05
    assert len(drawing.forces) == 0


def test_joints_that_form_no_chain_have_bars_along_their_resultants() -> None:
    built = wall(courses=3, bricks_per_course=3)
    rest = ds.equilibrium(built)
    drawing = Drawing.at_rest(built, rest.contacts)
    joints = ds.joint_forces(rest.contacts)
    assert drawing.thrust == []
    assert 0 < len(drawing.forces) <= len(joints)
    arms = drawing.forces[:, 1] - drawing.forces[:, 0]
    compressed = joints[joints["centre_x"].notna()]
    forces = compressed[["force_x", "force_z"]].to_numpy(float)
    middle = drawing.forces.mean(axis=1)
    nearest = np.linalg.norm(middle[:, None] - compressed[["centre_x", "centre_z"]].to_numpy(float), axis=2)
    assert nearest.min(axis=1).max() < 1e-9
    mine = forces[nearest.argmin(axis=1)]
    assert arms == pytest.approx(mine * np.linalg.norm(arms, axis=1).max() / np.linalg.norm(mine, axis=1).max())


def test_a_joint_beside_no_other_has_a_bar_along_its_resultant() -> None:
    built = column(1)
    drawing = Drawing.at_rest(built, ds.equilibrium(built).contacts)
    assert drawing.thrust == []
    (bar,) = drawing.forces
    assert bar[:, 0] == pytest.approx([0.0, 0.0], abs=1e-9)
    assert bar[1, 1] > 0.0 > bar[0, 1]


def test_a_block_that_stands_on_an_edge_has_its_hinge_there() -> None:
    ground = ds.Block.box((4.0, 2.0, 1.0), (0.0, 0.0, -0.5), fixed=True, name="ground")
    tilt = 0.1
    turned = np.array([[np.cos(tilt), 0.0, np.sin(tilt)], [0.0, 1.0, 0.0], [-np.sin(tilt), 0.0, np.cos(tilt)]])
    edge = np.array([0.3, 0.0, 0.0])
    body = ds.Block.box((0.6, 0.6, 2.0), (0.0, 0.0, 1.0), name="body")
    corners = (body.pieces[0].vertices - edge) @ turned.T + edge
    run = ds.simulate(ds.Assembly([ground, ds.Block.from_vertices(corners, name="body")], 0.8), 5e-3, 5e-3)
    (hinge,) = Drawing.of(run).hinges
    assert hinge == pytest.approx([0.3, 0.0], abs=1e-3)


def test_a_run_is_drawn_in_its_last_state(run: ds.Trajectory) -> None:
    drawing = Drawing.of(run)
    for outline, name in zip(drawing.outlines, drawing.names, strict=True):
        expected = places(run, run.names.index(name), -1)[:, [0, 2]]
        assert outline.min(axis=0) == pytest.approx(expected.min(axis=0))
        assert outline.max(axis=0) == pytest.approx(expected.max(axis=0))
    assert drawing.title == f"t = {run.time[-1]:.4g} s"


def test_a_last_state_whose_contacts_were_not_kept_is_drawn_without_forces(run: ds.Trajectory, tmp_path: Path) -> None:
    """As in results of runs that go on, and where there is no step at all; outlines are those of the whole run."""
    whole = Drawing.of(run)
    first = replace(
        run, records=(), time=run.time[:1], position=run.position[:1], rotation=run.rotation[:1],
        ground=run.ground[:1], velocity=run.velocity[:1], steps=run.steps[:0],
    )  # fmt: skip
    for given in (replace(run, records=[*run.records[:-1], None]), first):
        drawing = Drawing.of(given)
        assert (drawing.thrust, len(drawing.forces), len(drawing.hinges)) == ([], 0, 0)
        assert drawing.title == f"t = {given.time[-1]:.4g} s, without forces"
        assert sorted(drawing.names) == sorted(whole.names)
        ds.export(given, tmp_path / "run.svg")
        assert drawing.title in (tmp_path / "run.svg").read_text()
        assert "CIRCLE" not in dict(dxf_entities(ds.export(given, tmp_path / "run.dxf")))
    drawing = Drawing.of(replace(run, records=[*run.records[:-1], None]))
    assert all(np.array_equal(*pair) for pair in zip(drawing.outlines, whole.outlines, strict=True))


def dxf_entities(path: Path) -> list[tuple[str, dict[int, str]]]:
    """Kinds of entities with their group codes."""
    lines = path.read_text(encoding="ascii").splitlines()
    found: list[tuple[str, dict[int, str]]] = []
    for code, value in zip(map(int, lines[::2]), lines[1::2], strict=True):
        if code == 0:
            found.append((value, {}))
        else:
            found[-1][1][code] = value
    return found


def test_dxf_by_its_group_codes(limit: Any, tmp_path: Path) -> None:
    drawing = Drawing.at_rest(arch(), limit.contacts)
    write_dxf_drawing(drawing, tmp_path / "arch.dxf")
    entities = dxf_entities(tmp_path / "arch.dxf")
    points = {
        kind: [
            (float(codes[10]), float(codes[20])) for name, codes in entities if name == kind and codes[8] != "THRUST"
        ]
        for kind in ("CIRCLE", "VERTEX")
    }
    assert np.allclose(points["CIRCLE"], drawing.hinges)
    assert np.allclose(points["VERTEX"], np.concatenate(drawing.outlines))
    kinds = [kind for kind, _ in entities]
    assert kinds.count("POLYLINE") == kinds.count("SEQEND") == len(drawing.outlines) + 1
    assert kinds[-1] == "EOF"
    assert all(after in ("VERTEX", "SEQEND") for one, after in pairwise(kinds) if one in ("POLYLINE", "VERTEX"))


def test_dxf_is_read_by_another_library(run: ds.Trajectory, limit: Any, tmp_path: Path) -> None:
    ezdxf: Any = pytest.importorskip("ezdxf", reason="reads DXF files, no part of the test extra")
    drawing = Drawing.at_rest(arch(), limit.contacts)
    write_dxf_drawing(drawing, tmp_path / "arch.dxf")
    read = ezdxf.readfile(tmp_path / "arch.dxf")
    assert read.dxfversion == "AC1009"
    assert not read.audit().errors
    shown = list(read.modelspace())
    outlines = [e for e in shown if e.dxftype() == "POLYLINE" and e.dxf.layer in ("BLOCKS", "SUPPORTS")]
    assert [e.dxf.layer == "SUPPORTS" for e in outlines] == drawing.fixed
    for entity, outline in zip(outlines, drawing.outlines, strict=True):
        assert entity.is_closed
        assert np.allclose([list(vertex.dxf.location)[:2] for vertex in entity.vertices], outline)
    assert not ezdxf.readfile(ds.export(run, tmp_path / "run.dxf")).audit().errors


def test_svg_is_to_scale_and_names_its_blocks(limit: Any, tmp_path: Path) -> None:
    drawing = Drawing.at_rest(arch(), limit.contacts)
    drawing.names[0] = "<a & b>"
    write_svg_drawing(drawing, tmp_path / "arch.svg")
    root = ElementTree.parse(tmp_path / "arch.svg").getroot()
    scale = float((root.findtext(f"{SVG}desc") or "").split()[-2])
    width, height = (float(root.get(side, "").removesuffix("mm")) for side in ("width", "height"))
    assert width == pytest.approx(175.0)
    low, high = drawing.box
    assert height == pytest.approx(scale * (high - low)[1] + 4.0, abs=1e-3)
    polygons = root.findall(f"./{SVG}g[@id='blocks']/{SVG}polygon")
    assert [polygon.findtext(f"{SVG}title") for polygon in polygons] == drawing.names
    for polygon, outline in zip(polygons, drawing.outlines, strict=True):
        points = np.array([pair.split(",") for pair in polygon.get("points", "").split()], dtype=float)
        back = (points - 2.0) / scale * [1, -1] + [low[0], high[1]]
        assert np.allclose(back, outline, atol=1e-3 / scale)
    assert len(root.findall(f"./{SVG}g[@id='hinges']/{SVG}circle")) == 4
    assert len(root.findall(f"./{SVG}g[@id='thrust']/{SVG}polyline")) == 1
