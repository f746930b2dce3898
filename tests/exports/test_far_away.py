"""Structures far from the origin, as in coordinates of a national grid: files keep their shape and their place."""

import json
import re
import xml.etree.ElementTree as ElementTree
import zlib
from base64 import b64decode
from pathlib import Path
from typing import Any

import h5py
import numpy as np
import pytest
from numpy.typing import NDArray

import drystone as ds

from ..page.runs import data_of
from .test_exports import glb
from .test_exports import values as accessor

Array = NDArray[np.float64]

AWAY = np.array([452_311.25, 5_203_118.5, 312.0])
"""Single precision has steps of half a metre there."""
NEAR = np.zeros(3)
EXACT = 1e-8  # m: rounding of double precision there is 1e-9
SINGLE = 1e-6  # m: that of single precision near the origin
PACKED = 1e-4  # m: of pages, whose places have 16 bits


def shaken(place: Array) -> ds.Trajectory:
    """A stone about a place, tied to the ground, which moves."""

    def at(x: float, y: float, z: float) -> Array:
        return place + np.array([x, y, z])

    ground = ds.Block.box((2, 2, 0.2), at(0, 0, -0.1), fixed=True, name="ground")
    stone = ds.Block.box((0.4, 0.4, 1.0), at(0, 0, 0.5), name="stone")
    tie = ds.Tie("stone", "ground", at(0.2, 0.1, 1.0), at(0.9, 0, 0), stiffness=1e5)
    built = ds.Assembly([ground, stone], 0.6, ties=[tie])
    return ds.simulate(built, 0.1, 5e-3, motion=ds.GroundMotion.one_sine(6.0, 0.2), record_every=10)


@pytest.fixture(scope="module")
def far() -> ds.Trajectory:
    return shaken(AWAY)


def corners(run: ds.Trajectory) -> Array:
    """Of all blocks (V, 3) in the last state, from the ground."""
    assert run.assembly is not None
    place = run.position[-1] - run.ground[-1]
    return np.vstack([
        place[i] + (piece.vertices - block.centroid) @ run.rotation[-1, i].T
        for i, block in enumerate(run.assembly.blocks)
        for piece in block.pieces
    ])  # fmt: skip


@pytest.mark.parametrize("place", [AWAY, NEAR])
def test_paraview_has_double_precision_where_it_matters(place: Array, tmp_path: Path) -> None:
    run = shaken(place)
    ds.export(run, tmp_path / "run.vtkhdf")
    ds.export(run, tmp_path / "run.pvd")
    kind, name, allowed = ("f8", "Float64", EXACT) if place.any() else ("f4", "Float32", SINGLE)
    for part in ("", "-contacts", "-ties"):
        with h5py.File(tmp_path / f"run{part}.vtkhdf") as file:
            points = file["VTKHDF/Points"][:]
        assert points.dtype == kind
        if not part:
            assert np.abs(points.reshape(len(run.time), -1, 3)[-1] - corners(run)).max() < allowed
    for part in ("blocks", "contacts", "ties"):
        state = ElementTree.parse(tmp_path / "run-states" / f"{part}-{len(run.time) - 1:05d}.vtp")
        (array,) = state.getroot().findall(".//Points/DataArray")
        assert array.get("type") == name
        if part == "blocks":
            data = b64decode((array.text or "")[44:])  # behind the header of one block
            points = np.frombuffer(zlib.decompress(data), kind).reshape(-1, 3)
            assert np.abs(points - corners(run)).max() < allowed


def test_gltf_has_the_place_in_its_root_and_the_shape_about_it(far: ds.Trajectory, tmp_path: Path) -> None:
    content, data = glb(ds.export(far, tmp_path / "run.glb"))
    x, up, back = content["nodes"][0]["translation"]
    origin = np.array([x, -back, up])
    assert np.abs(origin - AWAY).max() < 3.0
    animation = content["animations"][0]
    (moving,) = (one for one in animation["channels"] if one["target"] == {"node": 2, "path": "translation"})
    way = accessor(content, data, animation["samplers"][moving["sampler"]]["output"])
    assert np.abs(way + origin - (far.position - far.ground[:, None])[:, 1]).max() < SINGLE
    assert far.assembly is not None
    ends = far.assembly.tie_table.anchors(far.position[0], far.rotation[0])
    assert np.abs(np.array(content["nodes"][3]["translation"]) + origin - np.mean(ends, axis=0)).max() < SINGLE


def test_usd_has_the_place_in_its_root_and_the_shape_about_it(far: ds.Trajectory, tmp_path: Path) -> None:
    text = ds.export(far, tmp_path / "run.usda").read_text("utf-8")
    found = re.search(r"double3 xformOp:translate = \((.*)\)", text)
    assert found is not None
    assert 'uniform token[] xformOpOrder = ["xformOp:translate"]' in text
    origin = np.array([float(one) for one in found[1].split(",")])
    assert np.abs(origin - AWAY).max() < 3.0
    last = []
    for name in ("positions", "points"):
        sampled = text.split(f"point3f[] {name}.timeSamples", 1)[1].split("}", 1)[0].strip().splitlines()[-1]
        last.append(np.array(json.loads(sampled.split(": ", 1)[1].rstrip(",").translate(PLAIN))))
    assert np.abs(last[0] + origin - (far.position - far.ground[:, None])[-1]).max() < SINGLE
    assert far.assembly is not None
    ends = far.assembly.tie_table.anchors(far.position[-1] - far.ground[-1], far.rotation[-1])
    assert np.abs(last[1] + origin - np.vstack(ends)).max() < SINGLE


PLAIN: Any = str.maketrans("()", "[]")


def test_pages_draw_it_about_its_middle(far: ds.Trajectory) -> None:
    (header, arrays), (known, expected) = (data_of(run.view()) for run in (far, shaken(NEAR)))
    origin = np.array(header["origin"])
    assert known["origin"] == [0.0, 0.0, 0.0]
    assert np.abs(origin - AWAY).max() < 3.0
    shift = AWAY - origin
    for name, allowed in (("centroid", SINGLE), ("thrust", PACKED)):
        there, here = (found[name].reshape(-1, 3) for found in (arrays, expected))
        assert len(here)
        assert np.allclose(there, here + shift, atol=allowed, equal_nan=True)
    assert np.allclose(header["box"], np.array(known["box"]) + shift, atol=PACKED)
    assert np.allclose(header["forces"]["low"], np.array(known["forces"]["low"]) + shift, atol=PACKED)
