"""Damaged and hostile files of the formats that other libraries read: one error each, soon, in little memory."""

import base64
import json
import os
import re
import struct
import time
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import drystone as ds
from drystone.geometry import apart

from .models import BOX, CORNERS

trimesh = pytest.importorskip("trimesh", reason="trimesh is an extra")
resource = pytest.importorskip("resource", reason="memory is measured and limited on POSIX systems alone")

SOON, LITTLE = 5.0, 500.0
"""Time (s) and memory (MB) that a file may take."""
BEGINNING = 3.0
"""Time (s) that a new process takes to begin."""
TICKS = os.sysconf("SC_CLK_TCK")
HUGE = (0xFFFFFFFF, 0x7FFFFFFF, 4_000_000_000, 0xEE6B2800)
WORST = struct.pack("<f", np.nan), struct.pack("<f", np.inf), struct.pack("<f", -3e38), struct.pack("<d", np.nan)


def boxes() -> Any:
    """Two cubes apart, as triangles."""
    moved = trimesh.transformations.translation_matrix
    return [trimesh.creation.box((1, 1, 1), transform=moved((0, 0, z))) for z in (0.5, 1.6)]


def gltf() -> bytes:
    """A glTF whose buffers are in the text itself."""
    files = trimesh.Scene(boxes()).export(file_type="gltf")
    tree = json.loads(files["model.gltf"])
    for one in tree["buffers"]:
        one["uri"] = "data:application/octet-stream;base64," + base64.b64encode(files[one["uri"]]).decode()
    return json.dumps(tree).encode()


def rhino(folder: Path, archive: int = 7) -> bytes:
    rhino3dm = pytest.importorskip("rhino3dm", reason="rhino3dm is an extra")
    model, mesh = rhino3dm.File3dm(), rhino3dm.Mesh()
    model.Settings.ModelUnitSystem = rhino3dm.UnitSystem.Meters
    for corner in CORNERS.tolist():
        mesh.Vertices.Add(*corner)
    for face in BOX:
        mesh.Faces.AddFace(*face)
    model.Objects.AddMesh(mesh)
    model.Write(str(folder / "whole.3dm"), archive)
    return (folder / "whole.3dm").read_bytes()


WHOLE: dict[str, Callable[[Path], bytes]] = {
    "stl": lambda _: trimesh.util.concatenate(boxes()).export(file_type="stl"),
    "text.stl": lambda _: trimesh.util.concatenate(boxes()).export(file_type="stl_ascii").encode(),
    "ply": lambda _: trimesh.util.concatenate(boxes()).export(file_type="ply"),
    "text.ply": lambda _: trimesh.util.concatenate(boxes()).export(file_type="ply", encoding="ascii"),
    "glb": lambda _: trimesh.Scene(boxes()).export(file_type="glb"),
    "gltf": lambda _: gltf(),
    "3dm": rhino,
}


def cut(whole: bytes, drawn: np.random.Generator) -> bytes:
    return whole[: drawn.integers(len(whole))]


def flipped(whole: bytes, drawn: np.random.Generator) -> bytes:
    damaged = bytearray(whole)
    for place in drawn.integers(len(whole), size=drawn.integers(1, 9)):
        damaged[place] ^= 1 << int(drawn.integers(8))
    return bytes(damaged)


def counted_wrong(whole: bytes, drawn: np.random.Generator) -> bytes:
    """A count of billions in place of a number of the text, or of four bytes anywhere, the header more often."""
    size = int(drawn.choice(HUGE))
    numbers = list(re.finditer(rb"(?<![\d.e+-])\d{1,6}(?![\d.])", whole))
    if numbers and drawn.random() < 0.5:
        found = numbers[drawn.integers(len(numbers))]
        return whole[: found.start()] + str(size).encode() + whole[found.end() :]
    place = int(drawn.integers(min(len(whole) - 4, 120 if drawn.random() < 0.5 else len(whole))))
    return whole[:place] + struct.pack("<I", size) + whole[place + 4 :]


def not_a_number(whole: bytes, drawn: np.random.Generator) -> bytes:
    worst = WORST[drawn.integers(len(WORST))]
    numbers = list(re.finditer(rb"-?\d+\.\d+(e[+-]?\d+)?", whole))
    if numbers:
        found = numbers[drawn.integers(len(numbers))]
        return whole[: found.start()] + [b"nan", b"inf", b"1e999"][drawn.integers(3)] + whole[found.end() :]
    place = 4 * int(drawn.integers(len(whole) // 8, len(whole) // 4 - 2))
    return whole[:place] + worst + whole[place + len(worst) :]


DAMAGES = (cut, flipped, counted_wrong, not_a_number)


def processor_time() -> float:
    """Of this process and of those that read models (s)."""
    own, ended = time.process_time(), resource.getrusage(resource.RUSAGE_CHILDREN)
    alive = [Path(f"/proc/{worker._process.pid}/stat") for worker in apart._free]
    ticks = [one.read_text().rpartition(")")[2].split()[11:13] for one in alive if one.is_file()]
    return float(own + ended.ru_utime + ended.ru_stime + sum(int(tick) for two in ticks for tick in two) / TICKS)


def largest_child() -> int:
    """The most memory (kB) of a child that has ended, of whatever test."""
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss


def own() -> int:
    """The most memory (kB) that this process has had: what a child begins with is counted as its own."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def memory(before: int) -> float:
    """The most memory (MB) of a process which reads models; ``before``: `largest_child` of earlier ones."""
    alive = [Path(f"/proc/{worker._process.pid}/status") for worker in apart._free]
    marks = [re.search(r"VmHWM:\s*(\d+) kB", one.read_text()) for one in alive if one.is_file()]
    ended = largest_child()
    return max([ended if ended > max(before, own()) else 0, *(int(mark[1]) for mark in marks if mark)]) / 1e3


def outcome(path: Path, mend: bool) -> str:
    """What is said of a file, and that it is one clear sentence, soon and in little memory."""
    start, said, known, before = processor_time(), "", list(apart._free), largest_child()
    try:
        ds.read_assembly(path, supports="ground", mend=mend)
    except ds.DrystoneError as error:
        said = str(error)
        assert str(path) in said
        assert said.isprintable()
        assert len(said) < 1500
    assert processor_time() - start < SOON + BEGINNING * (known != apart._free), said
    assert memory(before) < LITTLE, said
    return said


def tried(end: str, cases: int, folder: Path, seed: int) -> list[str]:
    whole, drawn = WHOLE[end](folder), np.random.default_rng(seed)
    path = folder / f"a.{end}"
    path.write_bytes(whole)
    assert outcome(path, False) == ""
    said = []
    for case in range(cases):
        path.write_bytes(DAMAGES[case % len(DAMAGES)](whole, drawn))
        said.append(outcome(path, bool(case % 3)))
    return said


@pytest.mark.parametrize("end", WHOLE)
def test_some_damaged_files_are_an_error_or_another_model(end: str, tmp_path: Path) -> None:
    cases = 2 if end == "3dm" else 8  # each is read by a process
    assert any(tried(end, cases, tmp_path, 1))


def changed(change: Callable[[dict[str, Any]], Any]) -> bytes:
    tree = json.loads(gltf())
    change(tree)
    return json.dumps(tree).encode()


def ply(vertices: int, faces: int) -> bytes:
    """The header of a binary PLY."""
    lines = ["ply", "format binary_little_endian 1.0", f"element vertex {vertices}"]
    lines += [f"property float {axis}" for axis in "xyz"]
    lines += [f"element face {faces}", "property list uint int vertex_indices", "end_header\n"]
    return "\n".join(lines).encode()


def chained(tree: dict[str, Any]) -> None:
    """Every node is the child of another, round in a circle."""
    for i, node in enumerate(tree["nodes"]):
        node["children"] = [(i + 1) % len(tree["nodes"])]


def pictured(tree: dict[str, Any]) -> None:
    """A picture of 2.5e9 points in some bytes."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    size = struct.pack(">IIBBBBB", 50_000, 50_000, 8, 0, 0, 0, 0)
    rows = zlib.compress(bytes(10_000_000), 9)
    bomb = b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", size) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")
    tree["images"] = [{"uri": "data:image/png;base64," + base64.b64encode(bomb).decode()}]
    tree["textures"] = [{"source": 0}]
    tree["materials"] = [{"pbrMetallicRoughness": {"baseColorTexture": {"index": 0}}}]
    for mesh in tree["meshes"]:
        mesh["primitives"][0]["material"] = 0


HOSTILE: dict[str, tuple[str, Callable[[], bytes], str]] = {
    "packed by Draco": (
        "gltf",
        lambda: changed(lambda tree: tree.update(extensionsUsed=["KHR_draco_mesh_compression"])),
        "packed by KHR_draco_mesh_compression; write it without compression",
    ),
    "placed by instances": (
        "gltf",
        lambda: changed(lambda tree: tree.update(extensionsRequired=["EXT_mesh_gpu_instancing"])),
        "placed by EXT_mesh_gpu_instancing, which is not read; write a node for each of them",
    ),
    "packed by meshopt": (
        "gltf",
        lambda: changed(lambda tree: tree.update(extensionsRequired=["EXT_meshopt_compression"])),
        "packed by EXT_meshopt_compression",
    ),
    "a file elsewhere": (
        "gltf",
        lambda: changed(lambda tree: tree["buffers"][0].update(uri="../../etc/passwd")),
        "it names the file '../../etc/passwd'; only files in its own folder are read",
    ),
    "a file elsewhere, spelled out": (
        "gltf",
        lambda: changed(lambda tree: tree["buffers"][0].update(uri="%2e%2e/%2e%2e/etc/passwd")),
        "only files in its own folder are read",
    ),
    "a picture elsewhere": (
        "gltf",
        lambda: changed(lambda tree: tree.update(images=[{"uri": "/etc/passwd"}])),
        "it names the file '/etc/passwd'; only files in its own folder are read",
    ),
    "a file of another machine": (
        "gltf",
        lambda: changed(lambda tree: tree["buffers"][0].update(uri="https://example.org/a.bin")),
        "only files in its own folder are read",
    ),
    "zeros without end": (
        "gltf",
        lambda: changed(lambda tree: tree["accessors"].append({"count": 4_000_000_000, "componentType": 5126})),
        "an accessor is sparse or has no data",
    ),
    "more than there is": (
        "gltf",
        lambda: changed(lambda tree: tree["accessors"][0].update(count=4_000_000_000)),
        "an accessor of 4000000000 entries ends at byte",
    ),
    "a circle of nodes": ("gltf", lambda: changed(chained), ""),
    "a picture that is a bomb": ("gltf", lambda: changed(pictured), ""),
    "triangles without end": (
        "stl",
        lambda: bytes(80) + struct.pack("<I", 4_000_000_000) + bytes(50),
        "its header counts 4000000000 triangles",
    ),
    "vertices without end": (
        "ply",
        lambda: ply(4_000_000_000, 0) + bytes(9),
        "its header counts 4000000000 of 'vertex', and only 9 bytes follow",
    ),
    "a face without end": (
        "ply",
        lambda: ply(3, 2) + bytes(36) + struct.pack("<IIIII", 4_000_000_000, 0, 1, 2, 4_000_000_000),
        "it is damaged: ValueError",
    ),
    "nothing": ("3dm", lambda: b"", "it is not a Rhino file"),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_file_is_refused(name: str, tmp_path: Path) -> None:
    """Where nothing is said a model may be found, without what is hostile in the file."""
    end, content, said = HOSTILE[name]
    (tmp_path / f"a.{end}").write_bytes(content())
    assert said in outcome(tmp_path / f"a.{end}", False)


def test_a_model_may_have_so_much_memory_and_no_more(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.stl"
    path.write_bytes(bytes(80) + struct.pack("<I", 60_000) + np.random.default_rng(0).bytes(50 * 60_000))
    monkeypatch.setenv("DRYSTONE_UNPACKED_MB", "1")
    monkeypatch.setattr(apart, "OWN", 1_000_000)
    assert "it comes to more than 2 MB of memory" in outcome(path, False)
    monkeypatch.undo()
    assert "no finite numbers" in outcome(path, False)  # by another process


def test_a_process_that_ends_or_takes_too_long_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.stl"
    path.write_bytes(WHOLE["stl"](tmp_path))
    assert outcome(path, False) == ""
    (worker,) = apart._free
    monkeypatch.setattr(apart, "PATIENCE", 0.1)
    monkeypatch.setattr(apart, "_begins", lambda worker, job: True)  # and has not been asked anything
    assert "reading it took more than 0.1 s" in outcome(path, False)
    assert (worker.has_ended, apart._free) == (True, [])
    monkeypatch.undo()
    monkeypatch.setattr(apart, "_begins", lambda worker, job: worker._process.kill() is None)
    assert "the library that reads it failed (the process was ended by signal 9)" in outcome(path, False)


@pytest.mark.slow
@pytest.mark.parametrize("end", WHOLE)
def test_damaged_files_are_an_error_or_another_model(end: str, tmp_path: Path) -> None:
    """300 of the seven."""
    said = tried(end, 44, tmp_path, 0)
    assert sum(map(bool, said)) > 11
