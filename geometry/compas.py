"""COMPAS JSON without COMPAS: lists of meshes, `Assembly` of compas_assembly, `BlockModel` of compas_dem.

An object of COMPAS is written as ``{"dtype": name, "data": state}`` by version 2, with "value" for "data" by version 1,
and as ``{"compas": version, "datatype": name, "data": state}`` before. What is read of each is listed at the functions
below; anything else in the file is passed over.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from ..checks import finite_array
from ..disk import MEGABYTE, read_text
from ..errors import DrystoneError, shown
from .mesh import BlockMesh, label

__all__ = ["read_compas"]

WHAT = "COMPAS file"
LARGEST = 256 * MEGABYTE
"""Largest file that is read (bytes): some ten thousand blocks."""
STATES = ("data", "value")
GEOMETRIES = ("geometry", "shape", "mesh", "_geometry")
"""Under what an element holds its mesh, by versions of compas_model and compas_dem."""

Matrix = npt.NDArray[np.float64]


def read_compas(path: Path) -> list[BlockMesh]:
    """The meshes of a COMPAS JSON file in its own units."""
    source = read_text(path, WHAT, LARGEST)
    try:
        content = json.loads(source)
    except (ValueError, RecursionError) as error:
        raise DrystoneError(f"is not valid JSON: {error}") from error
    meshes = list(_meshes(content))
    if not meshes:
        raise DrystoneError("holds no meshes: a list of them, an Assembly or a BlockModel was looked for")
    return meshes


def _meshes(content: Any) -> Iterator[BlockMesh]:
    if isinstance(content, list):
        yield from _listed(content, "block")
        return
    state = _state(content)
    if "elements" in state:
        yield from _of_model(state)
    elif "graph" in state:
        yield from _of_assembly(state)
    elif "vertex" in state:
        yield _mesh(content, "block-0")
    else:
        for key, one in state.items():  # meshes by name
            if isinstance(one, list):
                yield from _listed(one, str(key))
            elif isinstance(one, Mapping) and "vertex" in _state(one):
                yield _mesh(one, str(key))


def _listed(content: list[Any], name: str) -> Iterator[BlockMesh]:
    """A list of meshes, or of lists of them as the branches of a tree of Grasshopper are; of one it is that one."""
    for number, one in enumerate(content):
        own = f"{name}-{number}"
        if isinstance(one, list) and len(one) == 1:
            one = one[0]
        if isinstance(one, list):
            yield from _listed(one, own)
        else:
            yield _mesh(one, own)


def _of_assembly(state: Mapping[str, Any]) -> Iterator[BlockMesh]:
    """compas_assembly: ``graph`` of nodes, each with a ``block`` and ``is_support``."""
    nodes = _table(_state(state["graph"]), "node", "the graph")
    for key, node in nodes.items():
        given = _table(nodes, key, "node of the graph")
        if given.get("block") is not None:
            mesh = _mesh(given["block"], f"block-{key}", unnamed=("Mesh", "Block"))
            yield _with(mesh, fixed=_flag(node))


def _of_model(state: Mapping[str, Any]) -> Iterator[BlockMesh]:
    """compas_model: ``elements`` as a list or by their guid, with a ``tree`` of transformations that go together, and
    ``materials`` of a density.
    """
    elements = dict(_elements(state["elements"]))
    placed = _placed(state, elements)
    materials = dict(_elements(state.get("materials") or {}))
    chosen = state.get("element_material") or {}
    for number, (guid, element) in enumerate(elements.items()):
        geometry = next((element[key] for key in GEOMETRIES if isinstance(element.get(key), Mapping)), None)
        if geometry is None:
            continue  # a group
        name = element.get("name")
        mesh = _mesh(geometry, f"block-{number}", unnamed=("Mesh", "BlockMesh"))
        if name and name not in ("BlockElement", "Block", "Element"):
            mesh = _with(mesh, name=label(name, mesh.name))
        material = _table(materials, element.get("material") or chosen.get(guid), "", optional=True)
        density = material.get("density")
        matrix = placed.get(guid, np.eye(4))
        yield _with(
            mesh,
            vertices=mesh.vertices @ matrix[:3, :3].T + matrix[:3, 3],
            fixed=_flag(element),
            density=float(density) if isinstance(density, int | float) else None,
            groups=tuple(str(one) for one in [material.get("name")] if one),
        )


def _elements(given: Any) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Guid and state of each, from a list or from a mapping by guid."""
    if isinstance(given, Mapping):
        given = [{"guid": guid, **one} if isinstance(one, Mapping) else one for guid, one in given.items()]
    for number, one in enumerate(_list(given, "elements")):
        state = _state(one)
        yield str(one.get("guid", number)), state


def _placed(state: Mapping[str, Any], elements: Mapping[str, Mapping[str, Any]]) -> dict[str, Matrix]:
    """The matrix (4, 4) of each element: those of the model, of what it hangs under in the tree, and its own."""
    placed: dict[str, Matrix] = {}
    whole = _matrix(state.get("transformation"))
    tree = _state(state.get("tree") or {})
    waiting: list[tuple[Any, Matrix]] = [(_state(tree.get("root") or {}), whole)]
    while waiting:
        node, above = waiting.pop()
        guid = str(node.get("element"))
        here = above @ _matrix(elements[guid].get("transformation")) if guid in elements else above
        if guid in elements:
            placed[guid] = here
        waiting += [(_state(child), here) for child in _list(node.get("children") or [], "children of the tree")]
    for guid, element in elements.items():
        placed.setdefault(guid, whole @ _matrix(element.get("transformation")))
    return placed


def _matrix(given: Any) -> Matrix:
    if given is None:
        return np.eye(4)
    rows = given if isinstance(given, list) else _state(given).get("matrix")
    return np.asarray(finite_array(rows, (4, 4), "matrix of a transformation"))


def _mesh(given: Any, name: str, unnamed: tuple[str, ...] = ("Mesh",)) -> BlockMesh:
    """``vertex``: {key: {x, y, z}}, ``face``: {key: [keys of vertices]}; keys are text or numbers."""
    state = _state(given)
    vertices, faces = _table(state, "vertex", "a mesh"), _table(state, "face", "a mesh")
    usual = _state(state.get("default_vertex_attributes") or state.get("dva") or {})
    position = {str(key): place for place, key in enumerate(vertices)}
    points = [[(one or {}).get(axis, usual.get(axis, 0.0)) for axis in "xyz"] for one in vertices.values()]
    loops = []
    for key, face in faces.items():
        loop = [position.get(str(i), -1) for i in _list(face, f"face {key} of {name}")]
        if min(loop, default=-1) < 0:
            raise DrystoneError(f"face {shown(key)} of {name} names a vertex that is not there: {shown(face)}")
        loops.append(tuple(loop))
    called = given.get("name") or _state(state.get("attributes") or {}).get("name")
    if called and str(called) not in unnamed:
        name = label(called, name)
    fixed = _flag(_state(state.get("attributes") or {}))
    return BlockMesh(name, finite_array(points, (None, 3), f"vertices of {name}"), tuple(loops), fixed=fixed)


def _with(mesh: BlockMesh, **changes: Any) -> BlockMesh:
    return replace(mesh, **{key: value for key, value in changes.items() if value is not None})


def _flag(table: Mapping[str, Any]) -> bool | None:
    value = table.get("is_support")
    return None if value is None else bool(value)


def _state(given: Any) -> Mapping[str, Any]:
    """What an object of COMPAS holds, of any version; plain tables are taken as they are."""
    if not isinstance(given, Mapping):
        raise DrystoneError(f"an object of COMPAS was expected, a table; got {shown(given)}")
    written = "dtype" in given or "datatype" in given
    state = next((given[key] for key in STATES if key in given), given) if written else given
    if not isinstance(state, Mapping):
        raise DrystoneError(f"the state of an object of COMPAS must be a table; got {shown(state)}")
    return state


def _table(given: Mapping[str, Any], key: Any, where: str, optional: bool = False) -> Mapping[str, Any]:
    value = given.get(key) if isinstance(key, str) else None
    if value is None and optional:
        return {}
    if not isinstance(value, Mapping):
        raise DrystoneError(f"{shown(key)} of {where} must be a table; got {shown(value)}")
    return value


def _list(given: Any, what: str) -> Iterable[Any]:
    if not isinstance(given, list):
        raise DrystoneError(f"{what} must be a list; got {shown(given)}")
    return given
