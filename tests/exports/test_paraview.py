"""Files for ParaView are read back by VTK: blocks and contacts at their places at their times."""

import base64
import struct
import xml.etree.ElementTree as ElementTree
import zlib
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import drystone as ds
from drystone.exports.contact_points import FIELDS, OPEN, SLIDING, STICKING, contact_fields
from drystone.structures import block, column

from .runs import places

SINGLE = 1e-6  # relative, numbers of 32 bits


def read_back(name: str) -> tuple[Any, Any]:
    """A module of VTK, and what turns its arrays into NumPy's."""
    module = pytest.importorskip(f"vtkmodules.{name}", reason="reads files for ParaView, no part of the test extra")
    return module, pytest.importorskip("vtkmodules.util.numpy_support").vtk_to_numpy


def check_contacts(shown: Any, numpy_of: Any, run: ds.Trajectory, state: int) -> None:
    points, fields = contact_fields(run, state)
    assert shown.GetNumberOfPoints() == len(points)
    for name in FIELDS:
        if len(points):
            found = numpy_of(shown.GetPointData().GetArray(name))
            assert np.allclose(found, fields[name], rtol=2 * SINGLE, atol=1e-9 + SINGLE * np.abs(fields[name]).max())
    if len(points):
        assert np.allclose(numpy_of(shown.GetPoints().GetData()), points, atol=4 * SINGLE)
        assert numpy_of(shown.GetVerts().GetConnectivityArray()).tolist() == list(range(len(points)))


def test_contacts_of_each_state_are_in_a_file_of_their_own(run: ds.Trajectory, tmp_path: Path) -> None:
    reading, numpy_of = read_back("vtkIOHDF")
    ds.export(run, tmp_path / "run.vtkhdf")
    assert {path.name for path in tmp_path.iterdir()} == {"run.vtkhdf", "run-contacts.vtkhdf"}
    reader = reading.vtkHDFReader()
    reader.SetFileName(str(tmp_path / "run-contacts.vtkhdf"))
    reader.UpdateInformation()
    assert reader.GetNumberOfSteps() == len(run.time)
    for state in range(len(run.time)):
        reader.SetStep(state)
        reader.Update()
        check_contacts(reader.GetOutput(), numpy_of, run, state)


def test_a_collection_has_a_file_for_each_state(run: ds.Trajectory, tmp_path: Path) -> None:
    reading, numpy_of = read_back("vtkIOXML")
    assert run.assembly is not None
    for _ in range(2):  # the second takes the place of the first
        path = ds.export(run, tmp_path / "run.pvd")
    sets = ElementTree.parse(path).getroot().findall("./Collection/DataSet")
    assert [float(one.get("timestep", "")) for one in sets] == pytest.approx(np.repeat(run.time, 2).tolist())
    assert [one.get("part") for one in sets] == ["0", "1"] * len(run.time)
    names = [one.get("file", "") for one in sets]
    assert {f"run-states/{file.name}" for file in (tmp_path / "run-states").iterdir()} == set(names)
    assert {one.name for one in tmp_path.iterdir()} == {"run.pvd", "run-states"}
    for state in (0, len(run.time) // 2, len(run.time) - 1):
        shown = []
        for name in names[2 * state : 2 * state + 2]:
            reader = reading.vtkXMLPolyDataReader()
            reader.SetFileName(str(tmp_path / name))
            reader.Update()
            shown.append(reader.GetOutput())
        blocks, contacts = shown
        expected, first = (np.vstack([places(run, b, k) for b in range(len(run.names))]) for k in (state, 0))
        assert np.allclose(numpy_of(blocks.GetPoints().GetData()), expected, atol=4 * SINGLE)
        moved = numpy_of(blocks.GetPointData().GetArray("displacement"))
        assert np.allclose(moved, expected - first, atol=4 * SINGLE)
        assert blocks.GetPointData().GetArray("velocity").GetNumberOfComponents() == 3
        owner = numpy_of(blocks.GetCellData().GetArray("block"))
        assert owner.tolist() == [block for block in range(len(run.names)) for _ in range(6)]
        assert numpy_of(blocks.GetCellData().GetArray("fixed")).tolist() == run.assembly.fixed[owner].tolist()
        assert blocks.GetNumberOfPolys() == 6 * len(run.names)
        check_contacts(contacts, numpy_of, run, state)


def test_a_collection_replaces_its_own_files_and_touches_no_others(run: ds.Trajectory, tmp_path: Path) -> None:
    states = tmp_path / "run-states"
    path = ds.export(run, tmp_path / "run.pvd")
    written = {file.name: file.read_bytes() for file in states.iterdir()}
    (states / "blocks-00000.vtp").write_text("old")
    (states / "ties-123456.vtp").write_text("of an earlier run with ties and more states")
    ds.export(run, path)
    assert {file.name: file.read_bytes() for file in states.iterdir()} == written
    collection = path.read_bytes()
    for name in ("notes.txt", "blocks-1.vtp", "my-blocks-00000.vtp", "blocks-00000.vtp.txt"):
        other = states / name
        other.write_text("a user's own")
        with pytest.raises(ds.DrystoneError, match=f"holds {name!r}.*another name"):
            ds.export(run, path)
        assert other.read_text() == "a user's own"
        other.unlink()
    (states / "blocks-99999.vtp").mkdir()
    with pytest.raises(ds.DrystoneError, match=r"holds 'blocks-99999\.vtp'"):
        ds.export(run, path)
    (states / "blocks-99999.vtp").rmdir()
    assert {file.name: file.read_bytes() for file in states.iterdir()} == written
    assert path.read_bytes() == collection
    (tmp_path / "new-states").write_text("a user's own")
    with pytest.raises(ds.DrystoneError, match=r"new-states.*no folder; give another name"):
        ds.export(run, tmp_path / "new.pvd")
    assert {one.name for one in tmp_path.iterdir()} == {"run.pvd", "run-states", "new-states"}


def test_arrays_unpack_to_as_many_bytes_as_they_say(run: ds.Trajectory, tmp_path: Path) -> None:
    """Without VTK; the name of the file needs quoting in XML."""
    path = ds.export(run, tmp_path / "a & b.pvd")
    names = [one.get("file", "") for one in ElementTree.parse(path).getroot().findall("./Collection/DataSet")]
    assert len(names) == 2 * len(run.time)
    for name in names:
        for array in ElementTree.parse(tmp_path / name).getroot().iter("DataArray"):
            data = (array.text or "").strip()
            header = base64.b64decode(data[:44])
            (count,) = struct.unpack("<Q", header[:8])
            if count:
                size, last, packed = struct.unpack("<QQQ", header[8:32])
                content = base64.b64decode(data[44:])
                assert (count, last, packed) == (1, 0, len(content))
                assert len(zlib.decompress(content)) == size


def test_contacts_balance_the_weight_and_say_what_they_do() -> None:
    """A block on a plane: at rest it sticks; pushed beyond friction it slides with its own velocity."""
    body = block(0.6, 0.6, 0.3, friction=0.5)
    resting = ds.simulate(body, 0.1, 0.01)
    points, fields = contact_fields(resting, len(resting.time) - 1)
    weight = 9.81 * float(body.mass[body.movable].sum())
    up = fields["force"][:, 2] * np.where(fields["block_b"] == body.movable[0], 1.0, -1.0)
    assert up.sum() == pytest.approx(weight, rel=1e-4)
    assert set(fields["state"].tolist()) <= {OPEN, STICKING}
    assert points[:, 2] == pytest.approx(0.0, abs=1e-3)
    start = np.zeros((len(body), 6))
    start[body.movable, 0] = 1.0
    sliding = ds.simulate(body, 0.1, 0.01, initial_velocity=start)
    _, fields = contact_fields(sliding, 5)
    loaded = fields["state"] != OPEN
    assert set(fields["state"][loaded].tolist()) == {SLIDING}
    speed = sliding.velocity[5, body.movable[0], 0]
    assert speed > 0.5
    assert np.abs(fields["slip"][loaded, 0]) == pytest.approx(speed, rel=1e-6)
    assert contact_fields(sliding, 0)[0].shape == (0, 3)


def test_what_hangs_from_a_bond_sticks() -> None:
    hook = ds.Block.box((1.0, 1.0, 1.0), (0.0, 0.0, 0.5), fixed=True, name="hook")
    hung = ds.Block.box((1.0, 1.0, 1.0), (0.0, 0.0, -0.5), name="hung")
    strong = ds.Joint(cohesion=1e6, tensile_strength=1e6)
    run = ds.simulate(ds.Assembly([hook, hung], 0.6, strong), 0.1, 0.01)
    _, fields = contact_fields(run, len(run.time) - 1)
    assert fields["state"].tolist() == [STICKING] * 4


def test_what_moves_beside_its_neighbour_slips_by_the_difference() -> None:
    """Of two slabs one is thrown along the ground, the other faster along the first."""
    slabs = column(2, width=1.0, height=0.1, friction=0.1)
    start = np.zeros((len(slabs), 6))
    start[slabs.movable, 0] = 0.6, 1.0
    run = ds.simulate(slabs, 0.05, 0.01, initial_velocity=start)
    _, fields = contact_fields(run, 5)
    along = run.velocity[5, :, 0]
    lower, upper = along[slabs.movable]
    assert 0.0 < lower < 0.6 < upper < 1.0
    assert set(fields["state"].tolist()) == {SLIDING}
    assert fields["slip"][:, 0] == pytest.approx(along[fields["block_b"]] - along[fields["block_a"]], rel=1e-6)
