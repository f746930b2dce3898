"""An assembly as plain arrays, and back: the very same blocks, so that every number made of them is the same."""

import json
from collections.abc import Mapping
from dataclasses import asdict
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..checks import options_table, sequence_of
from ..errors import DrystoneError
from ..model import JOINTS, Assembly, Block, Joint, Material, Tie
from ..model.geometry import starts
from ..model.polyhedron import Polyhedron
from ..summary import counted
from .fields import Fields

__all__ = ["assembly_arrays", "read_assembly_arrays"]

DEFAULT = "default"
"""Key of the law of all other pairs, in a mapping of friction coefficients or joints."""


def assembly_arrays(assembly: Assembly) -> dict[str, NDArray[Any]]:
    """The blocks as arrays and the friction and joints as text (JSON).

    ``vertices`` (V, 3) (m) of all pieces, world axes at t = 0; piece p owns those from ``vertex_start[p]`` on.
    ``faces``: indices within the piece; face f owns those from ``face_start[f]`` on, piece p the faces from
    ``piece_face_start[p]`` on. ``piece_block`` (P,); ``density`` (B_all,) (kg/m3); ``fixed`` (B_all,);
    ``materials``: of the blocks that deform and their meshes, and ``ties``, as text (JSON), where there are any.
    """
    pieces = [piece for block in assembly.blocks for piece in block.pieces]
    loops = [face for piece in pieces for face in piece.faces]
    return {
        "vertices": np.concatenate([piece.vertices for piece in pieces]),
        "vertex_start": starts(len(piece.vertices) for piece in pieces),
        "faces": np.array([index for face in loops for index in face], dtype=np.int64),
        "face_start": starts(len(face) for face in loops),
        "piece_face_start": starts(len(piece.faces) for piece in pieces),
        "piece_block": np.repeat(np.arange(len(assembly)), [len(block.pieces) for block in assembly.blocks]),
        "density": np.array([block.density for block in assembly.blocks]),
        **_materials(assembly),
        "fixed": assembly.fixed,
        "friction": np.array(json.dumps(_laws(assembly.friction, float))),
        "joints": np.array(json.dumps(_laws(assembly.joints, lambda law: {"kind": law.name, **asdict(law)}))),
        **_ties(assembly),
    }


def read_assembly_arrays(fields: Fields, names: tuple[str, ...]) -> Assembly:
    """The assembly of `assembly_arrays` with blocks of these names; DrystoneError for arrays that do not fit."""
    count = len(names)
    density, fixed = fields("density", "f", count), fields("fixed", "b", count)
    owner = fields("piece_block", "iu", None)
    if len(owner) < count or not np.array_equal(np.unique(owner), np.arange(count)) or np.any(np.diff(owner) < 0):
        raise DrystoneError(f"piece_block does not give each of {counted(count, 'block')} its pieces in order")
    pieces = _pieces(fields, len(owner))
    ends = np.searchsorted(owner, np.arange(count + 1))
    materials = _read_materials(fields, count)
    blocks = [
        Block(tuple(pieces[start:end]), float(density[i]), bool(fixed[i]), names[i], *materials[i])
        for i, (start, end) in enumerate(pairwise(ends.tolist()))
    ]
    friction, joints = (json.loads(fields.text(name)) for name in ("friction", "joints"))
    ties = json.loads(fields.text("ties")) if "ties" in fields else []
    made = [Tie(**options_table(one, "a tie")) for one in sequence_of(ties, dict, "ties")]
    return Assembly(blocks, _read_laws(friction, float), _read_laws(joints, _joint), made)


def _ties(assembly: Assembly) -> dict[str, NDArray[Any]]:
    given = json.dumps([vars(tie) for tie in assembly.ties], default=np.ndarray.tolist)
    return {"ties": np.array(given)} if assembly.ties else {}


def _materials(assembly: Assembly) -> dict[str, NDArray[Any]]:
    """Materials and meshes of the blocks, null for a rigid one; nothing where all are rigid."""
    if not assembly.elastic.count:
        return {}
    given = [None if b.material is None else {**asdict(b.material), "mesh": b.mesh} for b in assembly.blocks]
    return {"materials": np.array(json.dumps(given))}


def _read_materials(fields: Fields, count: int) -> list[tuple[Material | None, Any]]:
    if "materials" not in fields:
        return [(None, None)] * count
    given = json.loads(fields.text("materials"))
    if not isinstance(given, list) or len(given) != count:
        raise DrystoneError(f"materials are not those of {counted(count, 'block')}")
    tables = [options_table(one, "a material") for one in given]
    meshes = [table.pop("mesh", None) for table in tables]
    materials = [None if one is None else Material(**table) for one, table in zip(given, tables, strict=True)]
    return list(zip(materials, meshes, strict=True))


def _joint(given: dict[str, Any]) -> Joint:
    kind = given.pop("kind", "joint")
    return JOINTS[kind](**given)


def _pieces(fields: Fields, count: int) -> list[Polyhedron]:
    vertices, faces = fields("vertices", "f", None, 3), fields("faces", "iu", None)
    piece_face = fields.starts("piece_face_start", count)
    vertex = fields.starts("vertex_start", count, len(vertices))
    face = fields.starts("face_start", int(piece_face[-1]), len(faces))
    loops = [tuple(faces[start:end].tolist()) for start, end in pairwise(face.tolist())]
    return [
        Polyhedron(vertices[vertex[p] : vertex[p + 1]], tuple(loops[piece_face[p] : piece_face[p + 1]]))
        for p in range(count)
    ]


def _laws(value: Any, plain: Any) -> Any:
    """A law, or a mapping of them in its order, as JSON has it."""
    if isinstance(value, Mapping):
        return [[DEFAULT if key == DEFAULT else list(key), plain(law)] for key, law in value.items()]
    return None if value is None else plain(value)


def _read_laws(value: Any, made: Any) -> Any:
    if isinstance(value, list):
        return {DEFAULT if key == DEFAULT else tuple(key): made(law) for key, law in value}
    return None if value is None else made(value)
