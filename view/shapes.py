"""Where the pieces of an assembly are in a configuration, and how they look from one side."""

from collections.abc import Iterable
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from ..checks import finite_array, instance_of, one_of, sequence_of
from ..errors import DrystoneError, shown
from ..model import Assembly
from ..numerics.polygons import hull_corners
from ..results import Trajectory

__all__ = [
    "PLANES",
    "axes_of",
    "colour_of",
    "configuration",
    "depth_order",
    "named",
    "piece_vertices",
    "placed_vertices",
    "plane_axes",
    "silhouette",
    "trajectory_of",
]

Array = NDArray[np.float64]

PLANES: dict[str, tuple[int, int, int, float]] = {
    "xz": (0, 2, 1, -1.0),
    "yz": (1, 2, 0, 1.0),
    "xy": (0, 1, 2, 1.0),
}
"""Plane -> horizontal axis, vertical axis, axis of depth, and on which side of that axis the viewer stands."""


def axes_of(ax: Any) -> Any:
    """``ax`` where it is one of matplotlib's axes."""
    from matplotlib.axes import Axes

    return instance_of(ax, Axes, "ax", "such as figure.add_subplot() makes")


def colour_of(colour: Any) -> Any:
    """``colour`` where matplotlib knows it as one."""
    from matplotlib.colors import is_color_like

    try:
        known = is_color_like(colour)
    except OverflowError:  # of a number beyond floats
        known = False
    if not known:
        raise DrystoneError(f"colour must be one that matplotlib knows, such as '#4A453D'; got {shown(colour)}")
    return colour


def trajectory_of(trajectory: Any, assembly: Assembly | None = None) -> Trajectory:
    """``trajectory`` where it is one, and of ``assembly`` where that is given."""
    instance_of(trajectory, Trajectory, "trajectory")
    if assembly is not None and trajectory.names != instance_of(assembly, Assembly, "assembly").names:
        raise DrystoneError("the trajectory and the assembly have different blocks; give the assembly that was run")
    return cast("Trajectory", trajectory)


def configuration(assembly: Assembly, position: Any, rotation: Any) -> tuple[Array, Array]:
    """Checked centroids (B_all, 3) (m) and rotations (B_all, 3, 3); None stands for the initial ones."""
    instance_of(assembly, Assembly, "assembly")
    count = len(assembly.blocks)
    if position is None:
        position = assembly.centroid
    if rotation is None:
        rotation = np.broadcast_to(np.eye(3), (count, 3, 3))
    return finite_array(position, (count, 3), "position"), finite_array(rotation, (count, 3, 3), "rotation")


def placed_vertices(assembly: Assembly, position: Array, rotation: Array) -> Array:
    """World coordinates (V, 3) of the vertices of all convex pieces, one piece after the other (m)."""
    geometry = assembly.geometry
    block = np.repeat(geometry.piece_block, np.diff(geometry.vertex_start))
    return np.asarray(position[block] + np.einsum("vij,vj->vi", rotation[block], geometry.vertices))


def piece_vertices(assembly: Assembly, position: Array, rotation: Array) -> list[Array]:
    """World coordinates (V_p, 3) of the vertices of every convex piece (m)."""
    return np.split(placed_vertices(assembly, position, rotation), assembly.geometry.vertex_start[1:-1])


def silhouette(points: Array, plane: str) -> Array:
    """Outline (N, 2), counter-clockwise, of the convex hull of ``points`` (V, 3) seen along the third axis."""
    across, up, _, _ = plane_axes(plane)
    flat = np.ascontiguousarray(points[:, [across, up]])
    return np.asarray(flat[hull_corners(flat)])


def depth_order(pieces: list[Array], plane: str) -> NDArray[np.int64]:
    """Order (P,) in which to paint the pieces: those farthest from the viewer first."""
    _, _, axis, side = plane_axes(plane)
    return np.argsort([side * piece[:, axis].mean() for piece in pieces], kind="stable")


def plane_axes(plane: str) -> tuple[int, int, int, float]:
    """Entry of PLANES; UnknownNameError for a plane there is not."""
    return PLANES[one_of(plane, PLANES, "plane")]


def named(assembly: Assembly, blocks: Iterable[str], what: str) -> set[int]:
    """Indices of the named blocks."""
    return {assembly.index_of(name) for name in sequence_of(blocks, str, f"{what} (names of blocks)")}
