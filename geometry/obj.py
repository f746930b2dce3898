"""Wavefront OBJ: a mesh for each object or group, with its name; polygons stay polygons."""

from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from ..checks import work_size
from ..disk import MEGABYTE, read_text
from ..errors import DrystoneError, shown
from .mesh import BlockMesh, label, part

__all__ = ["read_obj"]

WHAT = "OBJ file"
LARGEST = 256 * MEGABYTE
"""Largest file that is read (bytes): some million vertices."""
MOST_FACES = 2_000_000


@dataclass
class _Object:
    name: str
    faces: list[tuple[int, ...]] = field(default_factory=list)
    groups: list[str] = field(default_factory=list)


def read_obj(path: Path) -> list[BlockMesh]:
    """The meshes of an OBJ file in its own units.

    ``o`` begins a block; where the file has none, ``g`` does. Groups and materials (``g``, ``usemtl``) of its faces are
    the block's groups. A material holds until the next one, a group within an object until its end, and one that is
    said before an object until another is said there. Texture coordinates, normals, curves and lines are passed over.
    """
    lines = read_text(path, WHAT, LARGEST).replace("\\\n", " ").splitlines()
    begins = "o" if any(line.split(None, 1)[:1] == ["o"] for line in lines) else "g"
    vertices: list[list[float]] = []
    objects, outer, group, material, apart = [_Object(path.stem)], "", "", "", False
    for number, line in enumerate(lines, 1):
        word, *values = line.split("#", 1)[0].split() or [""]
        if word == "v":
            vertices.append(_vertex(values, number))
        elif word == "f":
            objects[-1].faces.append(_face(values, len(vertices), number))
            known, apart = objects[-1].groups, False
            known += [name for name in (outer, group, material) if name and name not in known]
        elif word == begins:
            objects.append(_Object(label(" ".join(values), f"block-{len(objects)}")))
            outer, group, apart = group if apart else outer, "", False
        elif word == "g":
            group, apart = label(" ".join(values), ""), True
        elif word == "usemtl":
            material = label(" ".join(values), "")
    work_size(sum(len(one.faces) for one in objects), MOST_FACES, "faces", "Give a coarser model.")
    points = np.array(vertices, dtype=np.float64).reshape(-1, 3)
    return [part(BlockMesh(one.name, points, (), tuple(one.groups)), one.faces) for one in objects if one.faces]


def _vertex(values: list[str], line: int) -> list[float]:
    try:
        point = [float(value) for value in values[:3]]
    except ValueError:
        point = []
    if len(point) != 3 or not np.isfinite(point).all():
        raise DrystoneError(f"line {line} is 'v {shown(' '.join(values))[1:-1]}'; a vertex has three finite numbers")
    return point


def _face(values: list[str], count: int, line: int) -> tuple[int, ...]:
    """Places of the vertices, counted from 0; in the file from 1, or backward from the last one read by -1, -2, ..."""
    loop = []
    for value in values:
        text = value.split("/", 1)[0]
        try:
            number = int(text)
        except ValueError:
            number = 0
        place = number - 1 if number > 0 else count + number
        if number == 0 or not 0 <= place < count:
            raise DrystoneError(
                f"line {line}: a face names the vertex {shown(text)}; so far there are {count}, counted from 1"
            )
        loop.append(place)
    if len(loop) < 3:
        raise DrystoneError(f"line {line}: a face needs three vertices or more; got {len(loop)}")
    return tuple(loop)
