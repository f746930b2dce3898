"""What files of other formats say of their own sizes, checked before a library believes them.

A header of a few bytes can ask for four billion triangles, and a text for a file somewhere else on the disk.
"""

import json
import re
import struct
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from ..disk import MEGABYTE, read_text, readable_file
from ..errors import DrystoneError, shown
from ..summary import counted

__all__ = ["check_header"]

TRIANGLE, STL_HEADER = 50, 84
"""Bytes of a triangle of a binary STL, and of what comes before the first."""
LONGEST_HEADER = 64_000
"""Bytes of a PLY's header, at most."""
LARGEST_PART = 256 * MEGABYTE
"""Largest file that is read as text, or that a glTF names (bytes)."""
PACKED = ("KHR_draco_mesh_compression", "EXT_meshopt_compression", "KHR_meshopt_compression")
"""Extensions of glTF that pack meshes."""
INSTANCED = "EXT_mesh_gpu_instancing"
"""Extension of glTF that places a mesh many times by one node, which is not read."""
GLB_JSON = b"JSON"
ITEM = {5120: 1, 5121: 1, 5122: 2, 5123: 2, 5125: 4, 5126: 4}
"""Bytes of the numbers of glTF by their type."""
ITEMS = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4, "MAT2": 4, "MAT3": 9, "MAT4": 16}


def check_header(path: Path) -> None:
    """DrystoneError where the sizes in a file's header are not those of the file, and for what it must not ask for."""
    check = CHECKS.get(path.suffix.lower())
    if check is not None:
        check(path)


def _check_stl(path: Path) -> None:
    size = path.stat().st_size
    with path.open("rb") as file:
        start = file.read(512)
    if start.lstrip()[:5].lower() == b"solid" and b"\0" not in start:
        read_text(path, "model", LARGEST_PART)  # as text; its lines are what they are
        return
    if size < STL_HEADER:
        raise DrystoneError(f"it has {size} bytes and is no STL: text begins with 'solid', the rest has {STL_HEADER}")
    count = struct.unpack("<I", start[80:STL_HEADER])[0]
    if STL_HEADER + TRIANGLE * count != size:
        raise DrystoneError(
            f"its header counts {count} triangles, which take {STL_HEADER + TRIANGLE * count} bytes; it has {size}. It "
            "is cut off or damaged: write it again"
        )


def _check_ply(path: Path) -> None:
    with path.open("rb") as file:
        start = file.read(LONGEST_HEADER)
    end = re.search(rb"end_header\r?\n", start)
    if not start.startswith(b"ply") or end is None:
        raise DrystoneError("it is no PLY: that begins with 'ply' and has a line 'end_header'")
    left = path.stat().st_size - end.end()
    try:
        header = start[: end.start()].decode("ascii")
    except UnicodeDecodeError as error:
        raise DrystoneError(f"its header holds the byte {start[error.start]:#04x}; a PLY's is ASCII") from error
    for line in header.splitlines():
        words = line.split()
        if words[:1] == ["element"]:
            if len(words) != 3 or not words[2].isdecimal():
                raise DrystoneError(f"its header has the line {shown(line)}; an element has a name and a count")
            if int(words[2]) > left:  # an entry takes a byte at least
                raise DrystoneError(
                    f"its header counts {words[2]} of {words[1]!r}, and only {left} bytes follow. It is cut off or "
                    "damaged: write it again"
                )


def _check_glb(path: Path) -> None:
    size = path.stat().st_size
    with path.open("rb") as file:
        start = file.read(20)
        if len(start) < 20 or start[:4] != b"glTF" or start[16:] != GLB_JSON:
            raise DrystoneError("it is no GLB: that begins with 'glTF' and a part 'JSON'")
        version, length, text = struct.unpack("<III", start[4:16])
        if version != 2 or length != size or 20 + text > size:
            raise DrystoneError(
                f"its header tells glTF version {version}, {length} bytes in all and {text} of JSON; it has {size} "
                "bytes, and version 2 is read. It is cut off or damaged: write it again"
            )
        content = file.read(text)
        binary = file.read(8)
    inside = struct.unpack("<I", binary[:4])[0] if len(binary) == 8 else 0
    if inside > size - 28 - text:
        raise DrystoneError(f"its binary part tells {inside} bytes; {size - 28 - text} follow. It is cut off")
    _check_tree(content, path.parent, inside)


def _check_tree(content: bytes, folder: Path, inside: int) -> None:
    """The JSON of a glTF, with ``inside`` bytes in the file itself."""
    try:
        tree = json.loads(content)
    except (ValueError, RecursionError) as error:
        raise DrystoneError(f"its JSON cannot be read: {str(error)[:100]}") from error
    if not isinstance(tree, Mapping):
        raise DrystoneError(f"its JSON must be an object; got {shown(tree)}")
    extensions = {*_list(tree, "extensionsUsed"), *_list(tree, "extensionsRequired")}
    if packed := sorted(extensions & {*PACKED}):
        raise DrystoneError(f"its meshes are packed by {' and '.join(packed)}; write it without compression")
    if INSTANCED in extensions:
        raise DrystoneError(f"its meshes are placed by {INSTANCED}, which is not read; write a node for each of them")
    sizes = [_buffer(one, folder, inside) for one in _tables(tree, "buffers")]
    for one in _tables(tree, "images"):
        if isinstance(one.get("uri"), str) and not one["uri"].startswith("data:"):
            _inside(one["uri"], folder)
    views = [_view(one, sizes) for one in _tables(tree, "bufferViews")]
    for one in _tables(tree, "accessors"):
        _check_accessor(one, views)


def _buffer(table: Mapping[str, Any], folder: Path, inside: int) -> int:
    """Bytes that a buffer has; those that it tells must be there."""
    told, uri = _count(table, "byteLength"), table.get("uri")
    if uri is None:
        there = inside
    elif not isinstance(uri, str):
        raise DrystoneError(f"a buffer's uri is {shown(uri)}; it must be text")
    elif uri.startswith("data:"):
        there = 3 * len(uri) // 4
    else:
        there = readable_file(_inside(uri, folder), "buffer of the model", LARGEST_PART).stat().st_size
    if told > there:
        raise DrystoneError(f"a buffer tells {told} bytes; {there} are there")
    return told


def _inside(uri: str, folder: Path) -> Path:
    """The file that a model names, which must lie in the model's own folder."""
    name = unquote(uri)
    path, home = (folder / name).resolve(), folder.resolve()
    if ":" in name or "\\" in name or not path.is_relative_to(home):
        raise DrystoneError(f"it names the file {shown(uri)}; only files in its own folder are read")
    return path


def _view(table: Mapping[str, Any], sizes: list[int]) -> int:
    """Bytes of a view of a buffer."""
    place, start, length = (_count(table, key) for key in ("buffer", "byteOffset", "byteLength"))
    if place >= len(sizes) or start + length > sizes[place]:
        raise DrystoneError(f"a view of buffer {place} ends at byte {start + length}, beyond the buffer")
    return length


def _check_accessor(table: Mapping[str, Any], views: list[int]) -> None:
    if "sparse" in table or "bufferView" not in table:
        raise DrystoneError("an accessor is sparse or has no data; write its meshes in full")
    place, start, count = (_count(table, key) for key in ("bufferView", "byteOffset", "count"))
    kind, items = table.get("componentType"), table.get("type")
    if kind not in ITEM or items not in ITEMS:
        raise DrystoneError(f"an accessor has components {shown(kind)} of type {shown(items)}, which glTF has not")
    needed = start + count * ITEM[kind] * ITEMS[items]
    if place >= len(views) or needed > views[place]:
        raise DrystoneError(
            f"an accessor of {counted(count, 'entry', 'entries')} ends at byte {needed} of view {place}, beyond the "
            "view"
        )


def _tables(tree: Mapping[str, Any], key: str) -> Iterator[Mapping[str, Any]]:
    for one in _list(tree, key):
        if not isinstance(one, Mapping):
            raise DrystoneError(f"{key} of its JSON must be objects; got {shown(one)}")
        yield one


def _list(tree: Mapping[str, Any], key: str) -> list[Any]:
    found = tree.get(key, [])
    if not isinstance(found, list):
        raise DrystoneError(f"{key} of its JSON must be a list; got {shown(found)}")
    return found


def _count(table: Mapping[str, Any], key: str) -> int:
    value = table.get(key, 0)
    if not isinstance(value, int) or value < 0:
        raise DrystoneError(f"{key} of its JSON is {shown(value)}; it must be a count")
    return value


CHECKS: Mapping[str, Callable[[Path], None]] = {
    ".stl": _check_stl,
    ".ply": _check_ply,
    ".glb": _check_glb,
    ".gltf": lambda path: _check_tree(path.read_bytes(), path.parent, 0),
}
