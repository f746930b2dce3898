"""Models written for the tests: assemblies of drystone as OBJ and as JSON of COMPAS."""

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

import drystone as ds

Writer = Callable[[Any], dict[str, Any]]
NODES: dict[str, Writer] = {
    "2": lambda state: {"dtype": "compas.datastructures/Mesh", "data": state, "guid": "a"},
    "1": lambda state: {"dtype": "compas.datastructures/Mesh", "value": state},
    "0": lambda state: {"compas": "0.16.1", "datatype": "compas.datastructures/Mesh", "data": state},
}
"""How versions of COMPAS write an object."""

BOX = ((0, 2, 3, 1), (4, 5, 7, 6), (0, 1, 5, 4), (2, 6, 7, 3), (0, 4, 6, 2), (1, 3, 7, 5))
CORNERS = np.array([(x, y, z) for z in (0.0, 1.0) for y in (0.0, 1.0) for x in (0.0, 1.0)])


def obj_of(assembly: ds.Assembly, digits: int = 17, unit: float = 1.0) -> str:
    """The convex blocks of an assembly as OBJ, in units of ``unit`` (m), coordinates rounded to so many digits."""
    lines, count = [], 0
    for block, name in zip(assembly.blocks, assembly.names, strict=True):
        (piece,) = block.pieces
        lines.append(f"o {name}")
        lines += ["v " + " ".join(f"{value:.{digits}g}" for value in corner / unit) for corner in piece.vertices]
        lines += ["f " + " ".join(str(count + i + 1) for i in face) for face in piece.faces]
        count += len(piece.vertices)
    return "\n".join(lines) + "\n"


def written(path: Path, text: str) -> Path:
    path.write_text(text, encoding="utf-8")
    return path


def mesh_state(vertices: Any = CORNERS, faces: Sequence[Sequence[int]] = BOX) -> dict[str, Any]:
    """A mesh as COMPAS holds it."""
    points = {str(i): dict(zip("xyz", corner, strict=True)) for i, corner in enumerate(np.asarray(vertices).tolist())}
    return {"attributes": {}, "vertex": points, "face": {str(i): list(face) for i, face in enumerate(faces)}}


def json_of(path: Path, content: Any) -> Path:
    return written(path, json.dumps(content))


def prism(
    outline: Sequence[tuple[float, float]], height: float = 1.0
) -> tuple[np.ndarray, tuple[tuple[int, ...], ...]]:
    """A prism over a polygon, counter-clockwise, that may be concave."""
    n = len(outline)
    vertices = np.array([(x, y, z) for z in (0.0, height) for x, y in outline])
    sides = tuple((i, (i + 1) % n, n + (i + 1) % n, n + i) for i in range(n))
    return vertices, (tuple(range(n))[::-1], tuple(range(n, 2 * n)), *sides)


def area_of(outline: Sequence[tuple[float, float]]) -> float:
    """The shoelace formula."""
    x, y = np.array(outline).T
    return 0.5 * float(x @ np.roll(y, -1) - y @ np.roll(x, -1))


def model_of(elements: Any, tree: Mapping[str, Any] | None = None, **state: Any) -> dict[str, Any]:
    """A BlockModel of compas_dem."""
    empty = {"root": {"name": "root", "children": []}}
    return {"dtype": "compas_dem.models/BlockModel", "data": {"elements": elements, "tree": tree or empty, **state}}
