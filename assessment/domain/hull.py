"""Convex hulls of points of a lattice, and the lower edge of one."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...checks import FloatArray

__all__ = ["hull_of", "lower_edge"]


def hull_of(points: NDArray[np.int64]) -> NDArray[np.int64]:
    """Corners (n, 2) of the convex hull of places (m, 2), counter-clockwise; the ends of places on one line."""
    from scipy.spatial import ConvexHull

    places = np.unique(points.reshape(-1, 2), axis=0)
    if len(places) < 2:
        return places
    first, along = places[0], places[-1] - places[0]  # in order of x, then of y: the ends, if they lie on a line
    off = (places - first) @ np.array([-along[1], along[0]])
    if not np.any(off):
        return places[[0, -1]]
    return np.asarray(places[ConvexHull(places.astype(np.float64)).vertices])


def lower_edge(hull: FloatArray, x: FloatArray, beyond: float) -> FloatArray:
    """The least y (n,) of a convex polygon (m, 2) at each x (n,); ``beyond``: what it is where there is none."""
    answer = np.full(len(x), beyond)
    if not len(hull):
        return answer
    edges = [(hull[k], hull[(k + 1) % len(hull)]) for k in range(len(hull))]
    for k, at in enumerate(x):
        heights: list[Any] = [
            min(p[1], q[1]) if p[0] == q[0] else p[1] + (q[1] - p[1]) * (at - p[0]) / (q[0] - p[0])
            for p, q in edges
            if min(p[0], q[0]) <= at <= max(p[0], q[0])
        ]
        if heights:
            answer[k] = min(heights)
    return answer
