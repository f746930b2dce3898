"""From the surface of a block to convex pieces: planes are fitted to its faces, and the block is rebuilt from them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np

from ..checks import FloatArray, work_size
from ..errors import DrystoneError
from ..model.hull import convex_hull
from ..model.polyhedron import Polyhedron
from .cells import NEAR, Cell, Plane, box_around, joined, part_below, parts_inside
from .mesh import BlockMesh, Loop, edges, size_of, volume_of

__all__ = ["MENDED", "ROUNDING", "Faced", "Solid", "faced", "solid_of", "triangles"]

ROUNDING = 2e-4
"""Distance of a vertex from the plane of its face, relative to the size of the block, that is taken for the rounding
of a file: coordinates of a stone of 0.5 m in millimetres have it."""
MENDED = 5e-3
"""The same where a block is to be mended. Faces that are off more, those of stones that are curved twice, are parted
into triangles."""
FACET = 0.015
"""Distance from a plane, relative to the size of the block, within which triangles of such a face become one again."""
MOST_PLANES = 400
"""Planes of a block, at most."""
ALONG = 0.9
"""Cosine of the angle between two faces up to which they may be of one plane."""
VOLUME = 1e-3
"""Change of the volume by rebuilding, relative, that is taken for rounding."""
MENDED_VOLUME = 0.05
"""The same where a block is mended."""


@dataclass(frozen=True, eq=False)
class Faced:
    """A block by its planes: ``corners`` (k, 3) are those of the faces that each of ``planes`` fits.

    ``mesh``: what is to lie between them; ``near``: the height above a plane that counts as none (m); ``moved``: the
    largest distance of a corner from its plane (m); ``allowed``: change of the volume that may come of it, relative.
    """

    mesh: BlockMesh
    planes: tuple[Plane, ...]
    corners: tuple[FloatArray, ...]
    near: float
    moved: float
    allowed: float


@dataclass(frozen=True)
class Solid:
    """Convex pieces of a block, and by how much of its volume they are larger than its mesh, relative."""

    pieces: tuple[Polyhedron, ...]
    grown: float


def faced(mesh: BlockMesh, mend: bool = False) -> Faced:
    """The planes of a mesh that `drystone.geometry.mesh.cleaned` returned.

    Faces may be off their plane by `ROUNDING`; with ``mend`` by `MENDED`, and those that are more so are replaced by
    few planes that fit their triangles. Triangles with sharp edges all round them are one face, where they may be.
    DrystoneError where a face is off more.
    """
    size, near = size_of(mesh.vertices), ROUNDING
    mesh = _with_whole_faces(mesh, (MENDED if mend else ROUNDING) * size)
    if not volume_of(mesh.vertices, mesh.faces) > (NEAR * size) ** 3:
        raise DrystoneError("it encloses no volume")
    warped = max(_warp(mesh.vertices, face) for face in mesh.faces)
    if warped > ROUNDING * size:
        if not mend:
            raise DrystoneError(
                f"a face is not planar: a corner of it is {warped:.3g} m off its plane, {warped / size:.2%} of the "
                "block's size. Mending fits planes: mend = True, `--mend`"
            )
        mesh, near = _facets(mesh, size), FACET
    planes, corners = _planes(mesh, size, near * size)
    moved = max(float(np.abs(c @ plane.normal - plane.offset).max()) for plane, c in zip(planes, corners, strict=True))
    return Faced(mesh, tuple(planes), tuple(corners), 2 * near * size, moved, MENDED_VOLUME if mend else VOLUME)


def solid_of(block: Faced) -> Solid:
    """The convex pieces between the planes of a block.

    DrystoneError where they do not make the volume of its mesh.
    """
    mesh = block.mesh
    pieces = _between_planes(mesh, block.planes, size_of(mesh.vertices), block.near)
    grown = sum(piece.volume for piece in pieces) / volume_of(mesh.vertices, mesh.faces) - 1.0
    if abs(grown) > block.allowed:
        raise DrystoneError(f"its pieces make {grown:+.2%} of its volume; its surface cuts itself, or has folds")
    return Solid(tuple(pieces), grown)


def _warp(vertices: FloatArray, face: Loop) -> float:
    """The largest distance of a corner of a polygon from the plane that fits it."""
    total = _area(vertices, face)
    if len(face) == 3 or not total.any():
        return 0.0
    plane = _fitted(vertices, total, set(face))
    return float(np.abs(vertices[list(face)] @ plane.normal - plane.offset).max())


def _with_whole_faces(mesh: BlockMesh, near: float) -> BlockMesh:
    """The mesh with triangles joined that have sharp edges all round them and corners within ``near`` (m) of one plane.

    In STL, and in most surveys, a face is triangles; each is planar for itself.
    """
    for patch in _patches(mesh, near):
        corners = sorted({corner for face in patch for corner in face})
        plane = _fitted(mesh.vertices, np.sum([_area(mesh.vertices, face) for face in patch], axis=0), set(corners))
        off = float(np.abs(mesh.vertices[corners] @ plane.normal - plane.offset).max())
        outline = _outline(patch)
        if outline is not None and off <= near:
            mesh = replace(mesh, faces=(*(face for face in mesh.faces if face not in patch), outline))
    return mesh


def _patches(mesh: BlockMesh, near: float) -> list[set[Loop]]:
    """Triangles of a mesh that can be reached from each other over edges that are not sharp, two or more of them.

    ``near``: height (m) below which a triangle is a needle, whose own normal is rounding alone.
    """
    normals: dict[Loop, FloatArray] = {face: _area(mesh.vertices, face) for face in mesh.faces if len(face) == 3}
    beyond = {side: face for face in normals for side in edges(face)}
    normals |= {face: normals[_beside(mesh.vertices, face, beyond, near)] for face in normals}
    patches, left = list[set[Loop]](), set(normals)
    for first in normals:
        patch, waiting = set[Loop](), [first] if first in left else []
        while waiting:
            face = waiting.pop()
            patch.add(face)
            for a, b in edges(face):
                other = beyond.get((b, a))
                if other is None or other in patch:
                    continue
                lengths = np.sqrt((normals[face] @ normals[face]) * (normals[other] @ normals[other]))
                if normals[face] @ normals[other] > ALONG * lengths:
                    waiting.append(other)
        left -= patch
        patches += [patch] if len(patch) > 1 else []
    return patches


def _beside(vertices: FloatArray, face: Loop, beyond: Mapping[tuple[int, int], Loop], near: float) -> Loop:
    """The triangle beside a needle over its longest side, and so on from needle to needle; any other one itself."""
    passed = set[Loop]()
    while face not in passed:
        passed.add(face)
        lengths = {(a, b): float(np.linalg.norm(vertices[b] - vertices[a])) for a, b in edges(face)}
        a, b = max(lengths, key=lambda side: lengths[side])
        if 2 * float(np.linalg.norm(_area(vertices, face))) > near * lengths[a, b] or (b, a) not in beyond:
            break
        face = beyond[b, a]
    return face


def _outline(patch: set[Loop]) -> Loop | None:
    """The loop around triangles that are joined; None where it is none, or more than one."""
    sides = {side for face in patch for side in edges(face)}
    following = {a: b for a, b in sides if (b, a) not in sides}
    start = min(following, default=None)
    if start is None or len(following) != sum((b, a) not in sides for a, b in sides):
        return None
    loop = [start]
    while (corner := following[loop[-1]]) != start:
        loop.append(corner)
    return tuple(loop) if len(loop) == len(following) else None


def _facets(mesh: BlockMesh, size: float) -> BlockMesh:
    """The mesh with faces that are far from planar parted into triangles."""
    faces = list[Loop]()
    for face in mesh.faces:
        faces += [face] if _warp(mesh.vertices, face) <= MENDED * size else triangles(mesh.vertices, face)
    return BlockMesh(mesh.name, mesh.vertices, tuple(faces))


def triangles(vertices: FloatArray, face: Loop) -> list[Loop]:
    """A polygon parted into triangles, concave ones too, seen along its area vector: ear by ear, the best shaped first.

    >>> import numpy as np
    >>> hooked = np.array([[0, 0, 0], [2, 0, 0], [2, 2, 0], [1.8, 0.2, 0]], dtype=float)
    >>> triangles(hooked, (0, 1, 2, 3))
    [(3, 0, 1), (1, 2, 3)]
    """
    normal, left, found = _area(vertices, face), list(face), list[Loop]()
    while len(left) > 3:
        ears = [ear for i in range(len(left)) if (ear := _ear(vertices, left, i, normal)) is not None]
        if not ears:
            break
        _, best = max(ears)
        found.append(best)
        left.remove(best[1])
    return [*found, *((left[0], one, other) for one, other in pairwise(left[1:]))]


def _ear(vertices: FloatArray, loop: Sequence[int], place: int, normal: FloatArray) -> tuple[float, Loop] | None:
    """Quality of the triangle at a corner of a polygon, and the triangle; None where it is no ear."""
    ear = loop[place - 1], loop[place], loop[(place + 1) % len(loop)]
    a, b, c = vertices[list(ear)]
    area = float(np.cross(b - a, c - b) @ normal)
    if area <= 0:
        return None
    for other in set(loop) - set(ear):
        p = vertices[other]
        if all(float(np.cross(w - v, p - v) @ normal) >= 0 for v, w in ((a, b), (b, c), (c, a))):
            return None
    return area / float(np.sum((b - a) ** 2) + np.sum((c - b) ** 2) + np.sum((a - c) ** 2)), ear


def _between_planes(mesh: BlockMesh, planes: Sequence[Plane], size: float, tolerance: float) -> list[Polyhedron]:
    """The pieces between planes that fit the faces; ``tolerance``: height above a plane that makes nothing concave."""
    heights = np.array([mesh.vertices @ plane.normal - plane.offset for plane in planes])
    if heights.max() <= tolerance:
        return [convex_hull(_between(mesh.vertices, planes, size).vertices)]
    cells = parts_inside(mesh.vertices, mesh.faces, planes, size, tolerance)
    if not cells:
        raise DrystoneError("it is not convex, and no part of it was found between its planes")
    return [convex_hull(vertices) for vertices in joined(cells)]


def _between(vertices: FloatArray, planes: Sequence[Plane], size: float) -> Cell:
    cell: Cell | None = box_around(vertices, 0.01 * size)
    for plane in planes:
        cell = None if cell is None else part_below(cell, plane, NEAR * size)
    if cell is None:
        raise DrystoneError("it encloses no volume")
    return cell


def _planes(mesh: BlockMesh, size: float, near: float) -> tuple[list[Plane], list[FloatArray]]:
    """Planes through the faces, one for all faces within ``near`` of it, the largest first, and the corners of each."""
    normals = np.array([_area(mesh.vertices, face) for face in mesh.faces])
    area = np.sqrt((normals**2).sum(axis=1))
    groups: list[tuple[FloatArray, set[int]]] = []
    for place in np.argsort(-area, kind="stable"):
        if area[place] <= (NEAR * size) ** 2:
            continue
        corners = set(mesh.faces[place])
        for i, (total, members) in enumerate(groups):
            plane = _fitted(mesh.vertices, total, members)
            along = float(normals[place] @ plane.normal) > ALONG * area[place]
            if along and np.abs(mesh.vertices[list(corners)] @ plane.normal - plane.offset).max() <= near:
                groups[i] = total + normals[place], members | corners
                break
        else:
            groups.append((normals[place], corners))
            work_size(len(groups), MOST_PLANES, "planes of a block", "Give curved blocks as few planar faces.")
    planes = [_fitted(mesh.vertices, total, members) for total, members in groups]
    return planes, [mesh.vertices[sorted(members)] for _, members in groups]


def _fitted(vertices: FloatArray, total: FloatArray, members: set[int]) -> Plane:
    """The plane along the sum of the areas of its faces, through the mean of their corners."""
    normal = total / np.sqrt(total @ total)
    return Plane(normal, float((vertices[sorted(members)] @ normal).mean()))


def _area(vertices: FloatArray, face: Loop) -> FloatArray:
    """The area vector of a polygon, normal to it (Newell)."""
    corners = vertices[list(face)] - vertices[face[0]]
    return np.asarray(0.5 * np.cross(corners[1:-1], corners[2:]).sum(axis=0))
