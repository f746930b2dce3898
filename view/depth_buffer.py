"""Faces of blocks as pixels: what is seen through each pixel is the face nearest to the viewer (a z-buffer).

Unlike faces that are sorted by their middle, as Matplotlib does, it is right for faces of any size, and its time grows
with the pixels and not with the logarithm of anything: the church of 5137 blocks is one of some 15 000 visible faces.
"""

import math

import numpy as np
from numpy.typing import NDArray

from ..numerics.compiled import FloatArray, IntArray, compiled

__all__ = ["averaged", "edge_pixels", "nearest_faces"]

NOTHING = -1
"""The face of a pixel through which none is seen."""
PARALLEL = 1.0 - 1e-6
"""Cosine of the angle between normals from which planes count as parallel."""
STEP = 1e-4
"""Distance (m) from which parallel planes count as two."""
FLAT = 1e-9
"""Share of a face's size (pixels squared) below which it is seen edge-on and not drawn."""


@compiled
def nearest_faces(corners: FloatArray, loop_start: IntArray, width: int, height: int) -> IntArray:
    """The face (height, width) seen through each pixel, -1 where there is none; row 0 is at the bottom.

    ``corners`` (L, 3): of all faces, one after the other, in pixels to the right and upward, and towards the viewer in
    any unit; ``loop_start`` (F + 1,): where each face has its corners. Faces are plane and convex, their corners run
    counter-clockwise as the viewer sees them; those that run the other way look away and are not drawn.
    """
    seen = np.full((height, width), NOTHING, dtype=np.int64)
    nearest = np.full((height, width), -np.inf)
    for face in range(len(loop_start) - 1):
        first, end = loop_start[face], loop_start[face + 1]
        across, upward, ahead = _normal(corners, first, end)
        low, high = corners[first, 1], corners[first, 1]
        for k in range(first, end):
            low, high = min(low, corners[k, 1]), max(high, corners[k, 1])
        if ahead <= FLAT * (abs(across) + abs(upward)):
            continue
        bottom, top = max(math.ceil(low - 0.5), 0), min(math.floor(high - 0.5), height - 1)
        for row in range(bottom, top + 1):
            y = row + 0.5
            left, right = _span(corners, first, end, y)
            begin, stop = max(math.ceil(left - 0.5), 0), min(math.floor(right - 0.5), width - 1)
            slope = -across / ahead
            depth = corners[first, 2] - (upward * (y - corners[first, 1])) / ahead
            depth += slope * (begin + 0.5 - corners[first, 0])
            for column in range(begin, stop + 1):
                if depth > nearest[row, column]:
                    nearest[row, column] = depth
                    seen[row, column] = face
                depth += slope
    return seen


@compiled
def _normal(corners: FloatArray, first: int, end: int) -> tuple[float, float, float]:
    """Twice the area vector of a face, by Newell's formula."""
    x, y, z = 0.0, 0.0, 0.0
    before = end - 1
    for k in range(first, end):
        ax, ay, az = corners[before]
        bx, by, bz = corners[k]
        x += (ay - by) * (az + bz)
        y += (az - bz) * (ax + bx)
        z += (ax - bx) * (ay + by)
        before = k
    return x, y, z


@compiled
def _span(corners: FloatArray, first: int, end: int, y: float) -> tuple[float, float]:
    """From where to where a row at height y lies in a face."""
    left, right = np.inf, -np.inf
    before = end - 1
    for k in range(first, end):
        low, high = corners[before, 1], corners[k, 1]
        if (low <= y < high) or (high <= y < low):
            x = corners[before, 0] + (y - low) / (high - low) * (corners[k, 0] - corners[before, 0])
            left, right = min(left, x), max(right, x)
        before = k
    return left, right


@compiled
def edge_pixels(seen: IntArray, owner: IntArray, planes: FloatArray, smooth: float, radius: float) -> NDArray[np.bool_]:
    """The pixels (height, width) of a picture of `nearest_faces` that are at most ``radius`` from an edge.

    An edge is where the faces of neighbours belong to two blocks, or are of one and turn by more than an angle with the
    cosine ``smooth``, or lie in parallel planes. ``owner`` (F,), ``planes`` (F, 4): block of each face, its unit normal
    and its distance from the origin (m).
    """
    height, width = seen.shape
    marked = np.zeros((height, width), dtype=np.bool_)
    reach = math.floor(radius)
    for row in range(height):
        for column in range(width):
            for across in range(2):
                i, j = row + 1 - across, column + across
                if i >= height or j >= width or seen[row, column] == seen[i, j]:
                    continue
                if not _parted(seen[row, column], seen[i, j], owner, planes, smooth):
                    continue
                for k in range(max(row - reach, 0), min(row + reach + 1, height)):
                    for m in range(max(column - reach, 0), min(column + reach + 1, width)):
                        if (k - row) ** 2 + (m - column) ** 2 <= radius * radius:
                            marked[k, m] = True
    return marked


@compiled
def _parted(one: int, other: int, owner: IntArray, planes: FloatArray, smooth: float) -> bool:
    """Whether there is an edge between two faces that differ."""
    if one == NOTHING or other == NOTHING or owner[one] != owner[other]:
        return True
    turn = 0.0
    for i in range(3):
        turn += planes[one, i] * planes[other, i]
    return bool(turn < smooth or (turn > PARALLEL and abs(planes[one, 3] - planes[other, 3]) > STEP))


@compiled
def averaged(
    seen: IntArray, edges: NDArray[np.bool_], colours: FloatArray, edge: FloatArray, strength: float, finer: int
) -> NDArray[np.uint8]:
    """A picture (height, width, 4) of one pixel for ``finer`` x ``finer``: the mean of their colours, and how much of
    it they cover.

    ``colours`` (F, 3): of the faces; ``edge`` (3,): of edges, of which ``strength`` shows, from 0 to 1.
    """
    height, width = seen.shape[0] // finer, seen.shape[1] // finer
    picture = np.zeros((height, width, 4), dtype=np.uint8)
    total = np.zeros(4)
    for row in range(height):
        for column in range(width):
            for k in range(4):
                total[k] = 0.0
            for i in range(row * finer, (row + 1) * finer):
                for j in range(column * finer, (column + 1) * finer):
                    face, share = seen[i, j], strength if edges[i, j] else 0.0
                    if face == NOTHING:
                        total[3] += share
                        for k in range(3):
                            total[k] += share * edge[k]
                    else:
                        total[3] += 1.0
                        for k in range(3):
                            total[k] += (1.0 - share) * colours[face, k] + share * edge[k]
            if total[3] > 0.0:
                for k in range(3):
                    picture[row, column, k] = round(255.0 * min(total[k] / total[3], 1.0))
                picture[row, column, 3] = round(255.0 * total[3] / finer**2)
    return picture
