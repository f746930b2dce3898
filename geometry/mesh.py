"""The surface of one block as a file holds it, and its cleaning: nothing here changes its shape."""

from collections import Counter, defaultdict, deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

import numpy as np

from ..checks import FloatArray, IntArray
from ..errors import DrystoneError
from ..numerics.groups import connected_groups
from ..summary import counted

__all__ = [
    "BlockMesh",
    "cleaned",
    "edges",
    "fan",
    "numbered",
    "part",
    "renamed",
    "size_of",
    "solid_pieces",
    "together",
    "volume_of",
    "welded",
    "winding_number",
]

WELD = 1e-6
"""Distance, relative to the size of a block, below which two vertices are one: formats that list each triangle by
itself, such as STL, repeat them, rounded."""

Loop = tuple[int, ...]


@dataclass(frozen=True, eq=False)
class BlockMesh:
    """A block's surface in the units of its file.

    ``vertices`` (V, 3); ``faces``: index loops, of any orientation as yet. ``groups``: names of groups and materials
    that the file gives it. ``fixed``: whether it is a support, None where the file does not say. ``density`` (kg/m3),
    None where the file does not say. ``unit``: metres in a unit of the file, None where it does not say.
    """

    name: str
    vertices: FloatArray
    faces: tuple[Loop, ...]
    groups: tuple[str, ...] = ()
    fixed: bool | None = None
    density: float | None = None
    unit: float | None = None


def size_of(vertices: FloatArray) -> float:
    """The diagonal of the box around points (V, 3)."""
    return float(np.linalg.norm(np.ptp(vertices, axis=0)))


def fan(faces: Sequence[Loop]) -> IntArray:
    """The triangles (T, 3) of all faces, each face from its first corner."""
    return np.array([(f[0], one, other) for f in faces for one, other in pairwise(f[1:])], dtype=np.int64)


def volume_of(vertices: FloatArray, faces: Sequence[Loop]) -> float:
    """The volume that a closed surface encloses, positive where its faces are counter-clockwise seen from outside."""
    a, b, c = (vertices - vertices.mean(axis=0))[fan(faces)].swapaxes(0, 1)
    return float(np.einsum("ti,ti->", a, np.cross(b, c))) / 6


def numbered(names: Sequence[str]) -> list[str]:
    """The names, those that come again with -2, -3, ... added, so that all differ."""
    taken, given = set(names), list[str]()
    seen: Counter[str] = Counter()
    for name in names:
        seen[name] += 1
        label = name
        while seen[name] > 1 and label in taken:
            label = f"{name}-{seen[name]}"
            seen[name] += label in taken
        taken.add(label)
        given.append(label)
    return given


def cleaned(mesh: BlockMesh) -> BlockMesh:
    """The mesh with vertices that coincide made one, no face twice or without area, all faces outward.

    DrystoneError for a surface that is open, or that branches along an edge.
    """
    vertices, position = welded(mesh.vertices)
    faces: dict[frozenset[int], Loop] = {}
    for face in mesh.faces:
        loop = _without_repeats([position[i] for i in face])
        if len(loop) > 2:
            faces.setdefault(frozenset(loop), loop)
    return replace(mesh, vertices=vertices, faces=tuple(_oriented(vertices, list(faces.values()))))


def solid_pieces(mesh: BlockMesh) -> list[BlockMesh]:
    """The connected pieces of a mesh, each with its own vertices; several get numbers after the name, which is then one
    of their groups. DrystoneError where one is within another: the surface of a cavity.

    >>> import numpy as np
    >>> one = BlockMesh("two", np.zeros((6, 3)), ((0, 1, 2), (3, 4, 5)))
    >>> [piece.name for piece in solid_pieces(one)]
    ['two-1', 'two-2']
    """
    along = np.array([edge for face in mesh.faces for edge in edges(face)], dtype=np.int64).reshape(-1, 2)
    group, _ = connected_groups(along, len(mesh.vertices))
    parts: dict[int, list[Loop]] = defaultdict(list)
    for face in mesh.faces:
        parts[int(group[face[0]])].append(face)
    pieces = [part(mesh, loops) for loops in parts.values()]
    if len(pieces) == 1:
        return pieces
    _refuse_cavities(pieces)
    return [renamed(piece, f"{mesh.name}-{number}") for number, piece in enumerate(pieces, 1)]


def _refuse_cavities(pieces: Sequence[BlockMesh]) -> None:
    low, high = (np.array([end(piece.vertices, axis=0) for piece in pieces]) for end in (np.min, np.max))
    for place, piece in enumerate(pieces):
        within = np.flatnonzero(((low > low[place]) & (high < high[place])).all(axis=1)).tolist()
        if any(abs(winding_number(pieces[i].vertices[0], piece.vertices, piece.faces)) > 0.5 for i in within):
            raise DrystoneError(
                "it has a cavity, a closed surface within another: part it in the program that made it, so that no "
                "block is around the cavity, or delete the inner surface where the block is solid"
            )


def winding_number(point: FloatArray, vertices: FloatArray, faces: Sequence[Loop]) -> float:
    """How often a closed surface goes around a point: 1 inside, 0 outside.

    The sum of the solid angles of its triangles over 4 pi (Van Oosterom and Strackee 1983, eq. 8).
    """
    a, b, c = (vertices[fan(faces)] - point).swapaxes(0, 1)
    la, lb, lc = (np.sqrt((v**2).sum(axis=1)) for v in (a, b, c))
    triple = (a * np.cross(b, c)).sum(axis=1)
    rest = la * lb * lc + (a * b).sum(axis=1) * lc + (b * c).sum(axis=1) * la + (c * a).sum(axis=1) * lb
    return float(np.arctan2(triple, rest).sum() / (2 * np.pi))


def renamed(mesh: BlockMesh, name: str) -> BlockMesh:
    """The mesh with another name; the one that it had is one of its groups, so that it still reaches the block."""
    if name == mesh.name:
        return mesh
    return replace(mesh, name=name, groups=tuple(dict.fromkeys((*mesh.groups, mesh.name))))


def part(mesh: BlockMesh, faces: Sequence[Loop]) -> BlockMesh:
    """Some of the faces of a mesh, with their own vertices alone."""
    used = sorted({i for face in faces for i in face})
    position = {old: new for new, old in enumerate(used)}
    loops = tuple(tuple(position[i] for i in face) for face in faces)
    return replace(mesh, vertices=mesh.vertices[used], faces=loops)


def welded(vertices: FloatArray) -> tuple[FloatArray, list[int]]:
    """The vertices that differ, and for each given one its place among them."""
    from scipy.spatial import cKDTree

    near = WELD * size_of(vertices)
    neighbours = cKDTree(vertices).query_ball_point(vertices, near)
    position, kept = [-1] * len(vertices), list[int]()
    for i, around in enumerate(neighbours):
        if position[i] < 0:
            for j in around:
                if position[j] < 0:
                    position[j] = len(kept)
            kept.append(i)
    return vertices[kept], position


def _without_repeats(loop: Sequence[int]) -> Loop:
    return tuple(i for i, before in zip(loop, [loop[-1], *loop[:-1]], strict=True) if i != before)


def edges(face: Loop) -> Iterable[tuple[int, int]]:
    """The sides of a face, each from a corner to the next."""
    return pairwise((*face, face[0]))


def together(parts: Sequence[tuple[FloatArray, Iterable[Iterable[int]]]]) -> tuple[FloatArray, tuple[Loop, ...]]:
    """The vertices and faces of several surfaces as those of one."""
    starts = np.cumsum([0, *(len(points) for points, _ in parts)]).tolist()
    loops = tuple(
        tuple(start + int(i) for i in face) for start, (_, faces) in zip(starts, parts, strict=False) for face in faces
    )
    return np.vstack([points for points, _ in parts]), loops


def _oriented(vertices: FloatArray, faces: list[Loop]) -> list[Loop]:
    """The faces turned so that neighbours run against each other along their edge, and all of them outward."""
    sides: dict[frozenset[int], list[int]] = defaultdict(list)
    for place, face in enumerate(faces):
        for edge in edges(face):
            sides[frozenset(edge)].append(place)
    _refuse_open(sides)
    known: dict[int, Loop] = {}
    for start in range(len(faces)):
        if start in known:
            continue
        known[start], waiting, shell = faces[start], deque([start]), [start]
        while waiting:
            one = waiting.popleft()
            for edge in edges(known[one]):
                for other in sides[frozenset(edge)]:
                    if other not in known:
                        runs_the_same_way = edge in set(edges(faces[other]))
                        known[other] = faces[other][::-1] if runs_the_same_way else faces[other]
                        waiting.append(other)
                        shell.append(other)
        if volume_of(vertices, [known[place] for place in shell]) < 0:
            known |= {place: known[place][::-1] for place in shell}
    return [known[place] for place in range(len(faces))]


def _refuse_open(sides: dict[frozenset[int], list[int]]) -> None:
    free = sum(len(around) == 1 for around in sides.values())
    if free or not sides:
        raise DrystoneError(
            f"its surface is open: {counted(free, 'edge')} of {len(sides)} with a face on one side alone; close it"
        )
    shared = sum(len(around) > 2 for around in sides.values())
    if shared:
        raise DrystoneError(
            f"{counted(shared, 'edge')} of it with more than two faces: it is several blocks that touch. Give each an "
            "object of its own; STL and PLY cannot, OBJ, GLB and 3DM can"
        )


def label(value: Any, otherwise: str) -> str:
    """A name from a file without what is no name of a block."""
    text = "".join(letter if letter.isprintable() else " " for letter in str(value)).strip()
    return otherwise if text in ("", "*") else text[:200]
