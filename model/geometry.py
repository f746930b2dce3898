"""The shapes of an assembly as flat arrays, for compiled code."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING

import numpy as np

from ..checks import FloatArray, IntArray
from ..summary import Facts, Summarised, counted

if TYPE_CHECKING:
    from .block import Block

__all__ = ["INSET", "Geometry", "starts"]

INSET = 0.01
"""Distance of the faces of the shrunken copy, relative to the width of the piece."""


@dataclass(frozen=True, eq=False)
class Geometry(Summarised):
    """All convex pieces of an assembly in body frames, structure of arrays.

    Body frame: origin at the block's centroid, axes of its initial orientation, so world = position +
    rotation @ body. Ranges: piece p owns vertex_start[p]:vertex_start[p+1] and so on; face f owns
    loops[loop_start[f]:loop_start[f+1]].
    """

    piece_block: IntArray
    """(P,) block of every piece, in the assembly's order."""
    vertex_start: IntArray
    """(P + 1,)"""
    vertices: FloatArray
    """(V, 3) m"""
    face_start: IntArray
    """(P + 1,)"""
    loop_start: IntArray
    """(F + 1,)"""
    loops: IntArray
    """(L,) global vertex indices, counter-clockwise seen from outside."""
    normals: FloatArray
    """(F, 3) outward unit normals."""
    offsets: FloatArray
    """(F,) m, so that normals @ x <= offsets inside."""
    edge_start: IntArray
    """(P + 1,)"""
    edges: IntArray
    """(E, 2) global vertex indices."""
    edge_faces: IntArray
    """(E, 2) global indices of the faces on both sides."""
    radius: FloatArray
    """(P,) m, largest distance of a vertex of the piece from the block's centroid."""
    width: FloatArray
    """(P,) m, smallest width of the piece over its face normals."""
    inset: FloatArray
    """(P,) m, distance by which the faces of the shrunken copy lie inside."""
    inset_start: IntArray
    """(P + 1,)"""
    inset_vertices: FloatArray
    """(I, 3) m, vertices of the shrunken copies."""

    @classmethod
    def of(cls, blocks: "Sequence[Block]") -> "Geometry":
        """Return the shapes of these blocks, pieces in the order of the blocks."""
        pieces = [(i, piece) for i, block in enumerate(blocks) for piece in block.pieces]
        shapes = [piece for _, piece in pieces]
        owner = np.array([i for i, _ in pieces], dtype=np.int64)
        origin = [blocks[i].centroid for i, _ in pieces]
        bodies = [piece.vertices - o for piece, o in zip(shapes, origin, strict=True)]
        vertex_start = starts(len(piece.vertices) for piece in shapes)
        face_start = starts(len(piece.faces) for piece in shapes)
        width = np.array([piece.width for piece in shapes])
        shrunk = [piece.inset_vertices(d) - o for piece, d, o in zip(shapes, INSET * width, origin, strict=True)]
        return cls(
            piece_block=owner,
            vertex_start=vertex_start,
            vertices=np.concatenate(bodies),
            face_start=face_start,
            loop_start=starts(len(face) for piece in shapes for face in piece.faces),
            loops=np.fromiter(
                (
                    first + i
                    for piece, first in zip(shapes, vertex_start[:-1].tolist(), strict=True)
                    for i in chain.from_iterable(piece.faces)
                ),
                dtype=np.int64,
            ),
            normals=np.concatenate([piece.normals for piece in shapes]),
            offsets=np.concatenate([p.offsets - p.normals @ o for p, o in zip(shapes, origin, strict=True)]),
            edge_start=starts(len(piece.edges) for piece in shapes),
            edges=np.concatenate([p.edges + first for p, first in zip(shapes, vertex_start[:-1], strict=True)]),
            edge_faces=np.concatenate([p.edge_faces + first for p, first in zip(shapes, face_start[:-1], strict=True)]),
            radius=np.array([np.sqrt((body**2).sum(axis=1).max()) for body in bodies]),
            width=width,
            inset=INSET * width,
            inset_start=starts(len(points) for points in shrunk),
            inset_vertices=np.concatenate(shrunk),
        )

    @property
    def piece_count(self) -> int:
        """Number of convex pieces P."""
        return len(self.piece_block)

    @cached_property
    def largest(self) -> tuple[int, ...]:
        """Largest numbers of vertices, faces, edges and corners of all faces of a piece, and of corners of a face."""
        corner_start = self.loop_start[self.face_start]
        ranges = (self.vertex_start, self.face_start, self.edge_start, corner_start, self.loop_start)
        return tuple(int(np.diff(start).max()) for start in ranges)

    def _summary(self) -> Facts:
        yield "pieces", f"{len(self.piece_block)} of {counted(len(np.unique(self.piece_block)), 'block')}"
        yield "vertices", str(len(self.vertices))
        yield "faces", str(len(self.normals))
        yield "edges", str(len(self.edges))


def starts(counts: Iterable[int]) -> IntArray:
    """(n + 1,) first index of every range, and the total."""
    return np.cumsum([0, *counts], dtype=np.int64)
