"""USD: each shape once, each block an instance that moves as it did."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

import drystone as ds
from drystone.exports.bodies import Bodies
from drystone.exports.shapes import shapes_of
from drystone.structures import wall

from .runs import apart, places


@pytest.mark.parametrize("name", ["run", "shaken_arch"])
def test_usd_places_every_block(name: str, request: pytest.FixtureRequest, tmp_path: Path) -> None:
    """By the library's own transformations, from either kind of rotations; drums and voussoirs share their meshes."""
    usd: Any = pytest.importorskip("pxr.Usd", reason="reads USD files, no part of the test extra")
    geom: Any = pytest.importorskip("pxr.UsdGeom")
    run: ds.Trajectory = request.getfixturevalue(name)
    stage = usd.Stage.Open(str(ds.export(run, tmp_path / f"{name}.usda")))
    assert geom.GetStageUpAxis(stage) == "Z"
    assert stage.GetEndTimeCode() == pytest.approx(24.0 * run.time[-1])
    blocks = geom.PointInstancer(stage.GetPrimAtPath("/structure/blocks"))
    assert list(blocks.GetPrim().GetAttribute("names").Get()) == list(run.names)
    assert blocks.GetPositionsAttr().GetNumTimeSamples() == len(run.time)
    meshes = [geom.Mesh(stage.GetPrimAtPath(path)) for path in blocks.GetPrototypesRel().GetTargets()]
    assert len(meshes) == 2
    which = list(blocks.GetProtoIndicesAttr().Get())
    for state in (0, len(run.time) // 2, len(run.time) - 1):
        code = usd.TimeCode(run.time[state] * stage.GetTimeCodesPerSecond())
        placed = blocks.ComputeInstanceTransformsAtTime(code, code)
        coarse, middle = blocks.GetOrientationsAttr().Get(code), blocks.GetPositionsAttr().Get(code)
        for block in range(len(run.names)):
            points = np.array(meshes[which[block]].GetPointsAttr().Get())
            expected = places(run, block, state)
            matrix = np.array(placed[block])
            assert apart(points @ matrix[:3, :3] + matrix[3, :3], expected) < 1e-5
            half = Rotation.from_quat([*coarse[block].imaginary, coarse[block].real])
            size = np.linalg.norm(points, axis=1).max()
            assert apart(half.apply(points) + np.array(middle[block]), expected) < 2e-3 * size


def test_usd_is_made_of_balanced_brackets_and_every_time(run: ds.Trajectory, tmp_path: Path) -> None:
    """Without the library of the format."""
    text = ds.export(run, tmp_path / "run.usda").read_text(encoding="utf-8")
    assert [text.count(a) - text.count(b) for a, b in ("()", "[]", "{}")] == [0, 0, 0]
    assert text.count(".timeSamples = {") == 3
    assert sum(line.strip().startswith("6: [(") for line in text.splitlines()) == 3  # 0.25 s at 24 codes a second


def test_shapes_are_told_apart_and_turned() -> None:
    """Blocks however turned are one shape; a mirror image, a fixed and a larger one are others."""
    corners, x, y, z = np.random.default_rng(5).normal(size=(7, 3)), *(9.0 * np.eye(3))
    turn = Rotation.from_rotvec([0.3, -1.2, 0.8])
    blocks = [
        ds.Block.from_vertices(corners, name="one"),
        ds.Block.from_vertices(turn.apply(corners)[::-1] + x, name="turned"),
        ds.Block.from_vertices(corners * [1, 1, -1] + y, name="mirrored"),
        ds.Block.from_vertices(corners + x + y, name="held", fixed=True),
        ds.Block.from_vertices(1.001 * corners + z, name="larger"),
    ]
    assembly = ds.Assembly(blocks)
    bodies = Bodies.of(assembly)
    shapes, which, turns = shapes_of(bodies, assembly.fixed)
    assert which.tolist() == [0, 0, 1, 2, 3]
    assert turns[1] == pytest.approx(turn.as_matrix(), abs=1e-9)
    for block, number in enumerate(which):
        assert apart(shapes[number].vertices @ turns[block].T, bodies.of_block(block)[0]) < 1e-9


def test_a_wall_of_bricks_is_three_shapes() -> None:
    built = wall(courses=6, bricks_per_course=4)
    shapes, which, _ = shapes_of(Bodies.of(built), built.fixed)
    assert len(shapes) == 3  # whole and half bricks, and the ground
    assert len(which) == len(built)


def test_gltf_is_refused_beyond_what_viewers_manage(run: ds.Trajectory, tmp_path: Path) -> None:
    built = wall(courses=21, bricks_per_course=50)
    assert len(built) > 1000
    with pytest.raises(ds.DrystoneError, match=r"up to 1000; this run has \d+ blocks: write \.usda"):
        ds.export(replace(run, assembly=built), tmp_path / "run.glb")
    assert list(tmp_path.iterdir()) == []
