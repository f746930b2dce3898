"""Blocks that planes cannot part become convex hulls where that is asked for; what it changes is told."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import drystone as ds
from drystone.cli import main
from drystone.geometry import BlockMesh, importing
from drystone.geometry.approximate import approximated
from drystone.geometry.solid import Solid

from .models import json_of, mesh_state, prism

AROUND, ACROSS, RADIUS, THICK = 24, 10, 1.0, 0.3
VOLUME = ACROSS * np.sin(2 * np.pi / ACROSS) / 2 * THICK**2 * AROUND * np.sin(2 * np.pi / AROUND) * RADIUS
"""Of a ring whose section is a polygon, between planes through its axis (Pappus, for a polygon of segments)."""


@pytest.fixture
def ring(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A ring of 240 quadrilaterals, more than planes are tried with here, so that it is soon refused."""
    monkeypatch.setattr("drystone.geometry.solid.MOST_PLANES", 20)
    u, v = np.meshgrid(2 * np.pi * np.arange(AROUND) / AROUND, 2 * np.pi * np.arange(ACROSS) / ACROSS, indexing="ij")
    out = RADIUS + THICK * np.cos(v)
    points = np.stack([out * np.cos(u), out * np.sin(u), THICK * np.sin(v)], axis=-1).reshape(-1, 3)

    def at(i: int, j: int) -> int:
        return (i % AROUND) * ACROSS + j % ACROSS

    faces = [(at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)) for i in range(AROUND) for j in range(ACROSS)]
    return json_of(tmp_path / "ring.json", [mesh_state(points, faces)])


def test_a_block_that_planes_cannot_part_is_refused_with_the_offer(
    ring: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(ds.DrystoneError, match=r'parts = "coacd" makes convex hulls of it, approximately'):
        ds.read_assembly(ring, supports=[])
    assert main(["check", str(ring)]) == 1
    assert "1 block that cannot be parted along planes" in " ".join(capsys.readouterr().out.split())


@pytest.mark.slow
def test_a_ring_becomes_hulls_and_the_change_of_its_volume_is_told(
    ring: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The volume that is told is that of the pieces over that of the ring."""
    pytest.importorskip("coacd", reason="coacd is an extra")
    made: list[Solid] = []

    def once(mesh: BlockMesh, name: str) -> Solid:
        made.append(made[0] if made else approximated(mesh, name))
        return made[0]

    monkeypatch.setattr(importing, "approximated", once)
    (block,) = ds.read_assembly(ring, supports=[], parts="coacd").blocks
    grown = block.volume / VOLUME - 1.0
    assert len(block.pieces) > 4
    assert 0.0 < grown < 0.2
    assert np.allclose(block.centroid, 0.0, atol=0.05 * RADIUS)
    out = tmp_path / "ring.obj"
    assert main(["check", str(ring), "--parts", "coacd", "--out", str(out)]) == 0
    told = " ".join(capsys.readouterr().out.split())
    assert (
        f"1 block parted approximately by CoACD into {len(block.pieces)} pieces; volumes change by {grown:+.2%}" in told
    )
    (again,) = ds.read_assembly(out, supports=[]).blocks
    assert again.volume == pytest.approx(block.volume, rel=1e-12)


def test_what_coacd_does_not_manage_is_told(
    ring: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """`check` goes on and says it, reading refuses the model without the offer to do what was done."""

    def once(mesh: BlockMesh, name: str) -> Solid:
        raise ds.DrystoneError("CoACD was out of time")

    monkeypatch.setattr(importing, "approximated", once)
    assert main(["check", str(ring), "--parts", "coacd"]) == 1
    told = " ".join(capsys.readouterr().out.split())
    assert "CoACD was out of time" in told
    with pytest.raises(ds.DrystoneError, match=r"no solid can be made\. .*: CoACD was out of time$"):
        ds.read_assembly(ring, supports=[], parts="coacd")


def test_blocks_that_planes_can_part_are_left_to_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:

    def never(*_: Any) -> None:
        raise AssertionError("CoACD was asked")

    monkeypatch.setattr("drystone.geometry.importing.approximated", never)
    path = json_of(tmp_path / "L.json", [mesh_state(*prism([(0, 0), (2, 0), (2, 1), (1, 1), (1, 2), (0, 2)]))])
    (block,) = ds.read_assembly(path, supports=[], parts="coacd").blocks
    assert block.volume == pytest.approx(3.0)
    with pytest.raises(ds.DrystoneError, match=r"unknown way of parting blocks \(parts\) 'vhacd'; there are:"):
        ds.read_assembly(path, supports=[], parts="vhacd")


def test_without_coacd_the_extra_is_named(ring: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "coacd", None)
    with pytest.raises(ds.DrystoneError, match=r"pip install drystone\[coacd\]"):
        ds.read_assembly(ring, supports=[], parts="coacd")
