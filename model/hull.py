"""Convex hull of points, and faces merged from coplanar ones."""

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from scipy.spatial import ConvexHull, QhullError

from ..checks import SMALLEST, FloatArray, IntArray, finite_array
from ..errors import DrystoneError
from .polyhedron import PLANAR, Polyhedron, area_vectors, fan

__all__ = ["convex_hull", "merge_faces"]


def convex_hull(points: Any) -> Polyhedron:
    """Return the convex hull of points (n, 3) in m, its coplanar triangles merged to polygons.

    Points inside the hull, on its faces or on its edges are no vertices of the result; the rest keep their
    order.
    """
    points = finite_array(points, (None, 3), "vertices")
    if len(points) < 4:
        raise DrystoneError(f"a convex hull needs at least 4 points; got {len(points)}")
    try:
        hull = ConvexHull(points)
    except QhullError as error:
        raise DrystoneError(
            "the points are flat: they lie on one plane or one line, so they enclose no volume"
        ) from error
    if hull.volume < SMALLEST**3:
        raise DrystoneError(f"the points enclose {hull.volume:.3g} m3; give coordinates in metres")
    normals = hull.equations[:, :3]
    a, b, c = points[hull.simplices].swapaxes(0, 1)
    turned = (np.cross(b - a, c - a) * normals).sum(axis=1) < 0
    triangles = np.where(turned[:, None], hull.simplices[:, ::-1], hull.simplices)
    return merge_faces(points, [tuple(t) for t in triangles.tolist()], normals)


def merge_faces(vertices: FloatArray, faces: Sequence[tuple[int, ...]], normals: FloatArray) -> Polyhedron:
    """Return the polyhedron with coplanar neighbours merged and vertices inside an edge or face left out.

    Faces are gathered around the largest one first, so that a sliver joins one neighbour and never welds two.
    """
    size = float(np.linalg.norm(np.ptp(vertices, axis=0)))
    groups = _coplanar_groups(vertices, faces, normals, PLANAR * size)
    if len(groups) < 4:
        raise DrystoneError(f"the points are flat up to {PLANAR * size:.3g} m; a block needs a volume")
    loops = [faces[g[0]] if len(g) == 1 else _boundary([faces[i] for i in g]) for g in groups]
    uses = np.bincount([i for loop in loops for i in loop], minlength=len(vertices))
    loops = [tuple(i for i in loop if uses[i] >= 3) for loop in loops]
    kept = np.flatnonzero(uses >= 3)
    position = {int(old): new for new, old in enumerate(kept)}
    return Polyhedron(vertices[kept], tuple(_from_smallest(tuple(position[i] for i in loop)) for loop in loops))


def _coplanar_groups(
    vertices: FloatArray, faces: Sequence[tuple[int, ...]], normals: FloatArray, tolerance: float
) -> list[list[int]]:
    left = {edge: i for i, face in enumerate(faces) for edge in zip(face, (*face[1:], face[0]), strict=True)}
    neighbours: list[set[int]] = [set() for _ in faces]
    for (i, j), face in left.items():
        neighbours[face].add(left[j, i])
    group = np.full(len(faces), -1)
    groups: list[list[int]] = []
    for seed in _largest_first(vertices, faces):
        if group[seed] >= 0:
            continue
        members, front = [int(seed)], [int(seed)]
        group[seed] = len(groups)
        height = (vertices - vertices[faces[seed][0]]) @ normals[seed]
        while front:
            for other in sorted(neighbours[front.pop()]):
                if group[other] < 0 and np.abs(height[list(faces[other])]).max() <= tolerance:
                    group[other] = len(groups)
                    members.append(other)
                    front.append(other)
        groups.append(members)
    return groups


def _largest_first(vertices: FloatArray, faces: Sequence[tuple[int, ...]]) -> IntArray:
    areas = np.linalg.norm(area_vectors(vertices, *fan(faces)), axis=1)
    return np.argsort(-areas, kind="stable")


def _boundary(faces: Iterable[tuple[int, ...]]) -> tuple[int, ...]:
    """Outer loop of faces that together form one simple polygon."""
    edges = {edge for face in faces for edge in zip(face, (*face[1:], face[0]), strict=True)}
    follow = {i: j for i, j in edges if (j, i) not in edges}
    loop = [min(follow)]
    while (after := follow[loop[-1]]) != loop[0]:
        loop.append(after)
    return tuple(loop)


def _from_smallest(loop: tuple[int, ...]) -> tuple[int, ...]:
    start = loop.index(min(loop))
    return loop[start:] + loop[:start]
