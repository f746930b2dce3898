"""A convex polyhedron: vertices, outward faces, exact mass properties, width and inset copy."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

import numpy as np
from scipy.spatial import HalfspaceIntersection

from ..checks import SMALLEST, FloatArray, IntArray, entries_of, finite_array, finite_number, index_array, instance_of
from ..errors import DrystoneError
from ..summary import Facts, Summarised, counted, vector

__all__ = ["FLAT", "PLANAR", "Polyhedron", "area_vectors", "fan", "overlap_depth"]

PLANAR = 1e-6
"""Distance from the plane of a face, relative to the size of the polyhedron, that counts as on the plane:
coordinates written with seven digits pass."""

FLAT = 1e-6
"""Smallest width relative to the size at which a polyhedron still has a volume that can be trusted."""

ANGLE = 1e-9
"""Sine of the angle below which two edges count as parallel and their cross product gives no axis."""


@dataclass(frozen=True, eq=False)
class Polyhedron(Summarised, inline=True):
    """A closed convex polyhedron.

    ``vertices`` (V, 3) in m; ``faces``: one tuple of vertex indices per face, counter-clockwise seen from
    outside. Refused with a DrystoneError: NaN, faces that do not close, inverted (inward) faces, faces that
    are not planar, a shape that is not convex or is flat.
    """

    vertices: FloatArray
    faces: tuple[tuple[int, ...], ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "vertices", finite_array(self.vertices, (None, 3), "vertices"))
        object.__setattr__(self, "faces", _loops(self.faces, len(self.vertices)))
        self._surface  # noqa: B018 - an error where the faces do not close
        _check_shape(self)

    @cached_property
    def size(self) -> float:
        """Diagonal of the axis-aligned box around the vertices (m)."""
        return float(np.linalg.norm(np.ptp(self.vertices, axis=0)))

    @cached_property
    def _surface(self) -> "_Surface":
        return _surface(self.faces, len(self.vertices))

    @cached_property
    def _area_vectors(self) -> FloatArray:
        return area_vectors(self.vertices, self._surface.triangles, self._surface.owner)

    @cached_property
    def normals(self) -> FloatArray:
        """Outward unit normals (F, 3)."""
        return np.asarray(self._area_vectors / np.sqrt((self._area_vectors**2).sum(axis=1, keepdims=True)))

    @cached_property
    def offsets(self) -> FloatArray:
        """Support values (F,) in m: the polyhedron is where normals @ x <= offsets."""
        return np.asarray((self.normals @ self.vertices.T).max(axis=1))

    @cached_property
    def _edge_table(self) -> tuple[IntArray, IntArray]:
        left = {edge: i for i, face in enumerate(self.faces) for edge in _directed_edges(face)}
        edges = [edge for edge in left if edge[0] < edge[1]]
        faces = [(left[i, j], left[j, i]) for i, j in edges]
        return np.array(edges, dtype=np.int64), np.array(faces, dtype=np.int64)

    @property
    def edges(self) -> IntArray:
        """Edges (E, 2): vertex indices, the smaller first."""
        return self._edge_table[0]

    @property
    def edge_faces(self) -> IntArray:
        """Faces (E, 2) of every edge: first the one that runs along it as listed."""
        return self._edge_table[1]

    @cached_property
    def width(self) -> float:
        """Smallest width over the directions of the face normals (m)."""
        return float(np.ptp(self.normals @ self.vertices.T, axis=1).min())

    @cached_property
    def _moments(self) -> tuple[float, FloatArray, FloatArray]:
        """Volume (m3), centroid (3,), second moment about it (3, 3), m5, from signed tetrahedra."""
        origin = self.vertices.mean(axis=0)
        corners = (self.vertices - origin)[self._surface.triangles]  # (T, 3 corners, 3)
        weights = (corners[:, 0] * _cross(corners[:, 1], corners[:, 2])).sum(axis=1)  # 6 x signed volume
        total = corners.sum(axis=1)
        volume = float(weights.sum() / 6)
        if volume <= 0:
            return volume, origin, np.zeros((3, 3))
        centroid = weights @ total / 24 / volume
        second = np.einsum("t,tki,tkj->ij", weights, corners, corners) + np.einsum("t,ti,tj->ij", weights, total, total)
        return volume, origin + centroid, second / 120 - volume * np.outer(centroid, centroid)

    @property
    def volume(self) -> float:
        """Volume (m3)."""
        return self._moments[0]

    @property
    def centroid(self) -> FloatArray:
        """Centroid (3,) in m."""
        return self._moments[1]

    @property
    def second_moment(self) -> FloatArray:
        """Integral of (x - centroid)(x - centroid)' over the volume (3, 3), m5."""
        return self._moments[2]

    def inset_vertices(self, distance: float) -> FloatArray:
        """Vertices (I, 3) of the copy with every face moved inwards by `distance` (m), below width / 4.

        Where three faces meet at every vertex and none of them vanishes, the vertices are the moved corners
        in the order of ``vertices``; else they come from the half-space intersection, in lexicographic order.
        """
        offsets = self.offsets - finite_number(distance, "distance (m)", least=0.0, below=self.width / 4)
        moved = self._moved_corners(offsets)
        if moved is not None:
            return moved
        halfspaces = np.column_stack([self.normals, -offsets])
        points = HalfspaceIntersection(halfspaces, self.centroid).intersections
        points = points[np.lexsort(points.T[::-1])]
        apart = np.linalg.norm(points[:, None] - points[None], axis=2) > 1e-9 * self.size
        first = np.array([apart[i, :i].all() for i in range(len(points))])
        return np.asarray(points[first])

    def _moved_corners(self, offsets: FloatArray) -> FloatArray | None:
        """Corners of the three moved planes at every vertex, None where they are not the whole copy."""
        around: list[list[int]] = [[] for _ in self.vertices]
        for i, face in enumerate(self.faces):
            for j in face:
                around[j].append(i)
        if any(len(faces) != 3 for faces in around):
            return None
        table = np.array(around)
        corners = np.linalg.solve(self.normals[table], offsets[table][..., None])[..., 0]
        inside = (self.normals @ corners.T - offsets[:, None]).max() <= 1e-12 * self.size + 1e-15
        return corners if inside else None

    def _summary(self) -> Facts:
        yield "", counted(len(self.vertices), "vertex", "vertices")
        yield "", counted(len(self.faces), "face")
        yield "extent", vector(np.ptp(self.vertices, axis=0), "m")


class _Surface(NamedTuple):
    """What vertex indices alone tell of the faces of a closed surface: blocks of one kind share it."""

    triangles: IntArray
    """Those of `fan` (T, 3)."""
    owner: IntArray
    """The face of each triangle (T,)."""
    face: IntArray
    """The face of each corner of a face, face by face (N,)."""
    vertex: IntArray
    """The vertex of each of these corners (N,)."""
    first: IntArray
    """The first of these corners of each face (F,)."""


@lru_cache(maxsize=64)
def _surface(faces: tuple[tuple[int, ...], ...], count: int) -> _Surface:
    """The tables of faces with ``count`` vertices; DrystoneError where they are no closed surface."""
    _check_loops(faces, count)
    _check_closed(faces, count)
    corners = [len(face) for face in faces]
    first = np.cumsum([0, *corners[:-1]])
    return _Surface(*fan(faces), np.repeat(np.arange(len(faces)), corners), np.concatenate(faces), first)


def fan(faces: Sequence[Sequence[int]]) -> tuple[IntArray, IntArray]:
    """Return triangles (T, 3) that fan out from the first vertex of every face, and the face of each (T,)."""
    triangles = [(f[0], f[k], f[k + 1]) for f in faces for k in range(1, len(f) - 1)]
    owner = [i for i, f in enumerate(faces) for _ in range(len(f) - 2)]
    return np.array(triangles, dtype=np.int64), np.array(owner, dtype=np.int64)


def area_vectors(vertices: FloatArray, triangles: IntArray, owner: IntArray) -> FloatArray:
    """Return normal times area (F, 3), m2, of faces given by their fans of triangles (T, 3) with owners (T,)."""
    a, b, c = vertices[triangles].swapaxes(0, 1)
    vectors = np.zeros((int(owner.max()) + 1, 3))
    np.add.at(vectors, owner, 0.5 * _cross(b - a, c - a))
    return vectors


def overlap_depth(a: Polyhedron, b: Polyhedron) -> float:
    """Depth (m) by which two convex polyhedra overlap, negative where they are apart.

    Separating axes: face normals of both and cross products of their edges. The depth is the shortest
    translation that separates them; the negative value is the gap along the best of these axes.
    """
    instance_of(a, Polyhedron, "a")
    instance_of(b, Polyhedron, "b")
    gaps = np.maximum(a.vertices.min(axis=0) - b.vertices.max(axis=0), b.vertices.min(axis=0) - a.vertices.max(axis=0))
    if gaps.max() > 0:
        return -float(gaps.max())
    edges_a, edges_b = (_edge_directions(p) for p in (a, b))
    crossed = _cross(edges_a[:, None], edges_b[None]).reshape(-1, 3)
    length = np.linalg.norm(crossed, axis=1)
    crossed = crossed[length > ANGLE] / length[length > ANGLE, None]
    axes = np.vstack([a.normals, b.normals, crossed])
    on_a, on_b = axes @ a.vertices.T, axes @ b.vertices.T
    depth = np.minimum(on_a.max(axis=1) - on_b.min(axis=1), on_b.max(axis=1) - on_a.min(axis=1))
    return float(depth.min())


def _edge_directions(polyhedron: Polyhedron) -> FloatArray:
    """Unit directions of the edges, parallel ones once (up to rounding)."""
    start, end = polyhedron.vertices[polyhedron.edges].swapaxes(0, 1)
    directions = (end - start) / np.linalg.norm(end - start, axis=1, keepdims=True)
    leading = np.take_along_axis(directions, np.abs(directions).argmax(axis=1)[:, None], axis=1)
    _, first = np.unique((directions * np.sign(leading)).round(9), axis=0, return_index=True)
    return np.asarray(directions[first])


def _cross(a: FloatArray, b: FloatArray) -> FloatArray:
    """Cross product over the last axis; np.cross costs several times this on small arrays."""
    a, b = np.broadcast_arrays(a, b)
    result = np.empty(a.shape)
    result[..., 0] = a[..., 1] * b[..., 2] - a[..., 2] * b[..., 1]
    result[..., 1] = a[..., 2] * b[..., 0] - a[..., 0] * b[..., 2]
    result[..., 2] = a[..., 0] * b[..., 1] - a[..., 1] * b[..., 0]
    return result


def _directed_edges(face: Sequence[int]) -> Iterator[tuple[int, int]]:
    return zip(face, (*face[1:], face[0]), strict=True)


def _loops(faces: Any, count: int) -> tuple[tuple[int, ...], ...]:
    """Faces as tuples of vertex indices, each checked to be a list of whole numbers."""
    listed = entries_of(faces, "faces", "lists of vertex indices")
    return tuple(_loop(face, f"face {i}", count) for i, face in enumerate(listed))


def _loop(face: Any, what: str, count: int) -> tuple[int, ...]:
    if isinstance(face, (list, tuple)) and all(type(i) is int and 0 <= i < count for i in face):
        return tuple(face)  # as most are, in a tenth of the time
    return tuple(index_array(face, (None,), what, count).tolist())


def _check_loops(faces: Sequence[Sequence[int]], count: int) -> None:
    if count < 4 or len(faces) < 4:
        raise DrystoneError(
            f"a polyhedron needs at least 4 vertices and 4 faces; got {counted(count, 'vertex', 'vertices')} "
            f"and {counted(len(faces), 'face')}"
        )
    used: set[int] = set()
    for i, face in enumerate(faces):
        if len(face) < 3 or len(set(face)) < len(face):
            raise DrystoneError(f"face {i} must list at least 3 different vertices; got {tuple(face)}")
        used.update(face)
    if len(used) < count:
        unused = min(set(range(count)) - used)
        raise DrystoneError(f"vertex {unused} belongs to no face; leave unused vertices out")


def _check_closed(faces: Sequence[Sequence[int]], count: int) -> None:
    seen: set[tuple[int, int]] = set()
    for face in faces:
        for edge in _directed_edges(face):
            if edge in seen:
                raise DrystoneError(
                    f"faces run twice along the edge {edge} in one direction: the surface is not closed "
                    "or some faces are turned round; list all faces counter-clockwise seen from outside"
                )
            seen.add(edge)
    for i, j in seen:
        if (j, i) not in seen:
            raise DrystoneError(f"the mesh is open: only one face uses the edge {(i, j)}; add the missing faces")
    if count - len(seen) // 2 + len(faces) != 2:
        raise DrystoneError(
            "the mesh is not one simple closed surface: vertices - edges + faces = "
            f"{count - len(seen) // 2 + len(faces)}, it must be 2; give every convex piece its own mesh"
        )


def _check_shape(polyhedron: Polyhedron) -> None:
    size = polyhedron.size
    if size < SMALLEST:
        raise DrystoneError(f"the block is {size:.3g} m large; it must be at least {SMALLEST:g} m, give metres")
    areas = np.sqrt((polyhedron._area_vectors**2).sum(axis=1))
    if areas.min() <= (FLAT * size) ** 2:
        raise DrystoneError(f"face {int(areas.argmin())} has no area; leave it out or merge its vertices")
    if polyhedron.width <= FLAT * size:
        raise DrystoneError(
            f"the block is flat (smallest width {polyhedron.width:.3g} m of {size:.3g} m); it needs a volume"
        )
    if polyhedron.volume <= 0:
        raise DrystoneError(
            f"the faces are inverted (volume {polyhedron.volume:.3g} m3); list them counter-clockwise seen from outside"
        )
    height = polyhedron.normals @ polyhedron.vertices.T  # (F, V)
    surface = polyhedron._surface
    own = height[surface.face, surface.vertex]
    low, high = np.minimum.reduceat(own, surface.first), np.maximum.reduceat(own, surface.first)
    spread, outside = high - low, height.max(axis=1) - high
    if spread.max() > PLANAR * size:
        raise DrystoneError(
            f"face {int(spread.argmax())} is not planar: its vertices spread {spread.max():.3g} m across its "
            "plane; split it into triangles or take Block.from_vertices for the convex hull"
        )
    if outside.max() > PLANAR * size:
        raise DrystoneError(
            f"the shape is not convex: a vertex lies {outside.max():.3g} m outside face "
            f"{int(outside.argmax())}; cut it into convex pieces and join them with Block.union"
        )
