"""Resultants of joints and thrust lines laid over an elevation."""

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..checks import data_frame, finite_array, instance_of, positive_number
from ..results import ThrustLine
from .shapes import axes_of, plane_axes
from .style import FORCE, TENSION

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.collections import LineCollection

__all__ = ["NEGLIGIBLE", "WIDTH", "draw_joint_forces", "draw_thrust_line", "vectors"]

Array = NDArray[np.float64]

SHORTEST = 0.045
"""Length of the bars of resultants when none is given, as a share of the picture's diagonal, for few joints."""
CROWDED = 40
"""Number of joints beyond which the bars become shorter, with the root of their number."""
NEGLIGIBLE = 1e-6
"""Resultants below this share of the largest are not drawn."""
WIDTH = 5.0
"""Width (points) of the largest force."""
THINNEST = 0.35
"""Width (points) of the weakest lines, which would vanish otherwise."""


def draw_joint_forces(
    ax: "Axes",
    joints: "pd.DataFrame",
    *,
    plane: str = "xz",
    width: float = WIDTH,
    length: float | None = None,
    largest: float | None = None,
    origin: ArrayLike = (0.0, 0.0, 0.0),
) -> "LineCollection":
    """Draw the resultant of every joint as a bar through its centre of pressure, along its line of action.

    ``joints``: the table of `drystone.joint_forces`. ``width``: of the largest resultant (points), the others in
    proportion. ``length``: of all bars (m), shorter where they point out of the picture; None for a share of the
    picture. ``largest``: resultant (N) drawn with the full ``width``, to compare pictures; None for the largest of the
    table. Joints without a compressive resultant have their bar through their centroid, in the colour of tension.
    ``origin`` (3,): of the picture's frame (m). Draw the elevation first.
    """
    ax, axes = axes_of(ax), list(plane_axes(plane)[:2])
    force = vectors(joints, "force")
    size = np.linalg.norm(force, axis=1)
    top = _largest(size, largest)
    drawn = size > NEGLIGIBLE * top
    point = vectors(joints, "centre")
    pulled = np.isnan(point[:, 0])
    point = np.where(pulled[:, None], vectors(joints, "centroid"), point) - finite_array(origin, (3,), "origin")
    extent = _bar_length(ax, int(drawn.sum())) if length is None else positive_number(length, "length")
    half = 0.5 * extent * force[drawn][:, axes] / size[drawn, None]
    middle = point[drawn][:, axes]
    bars = np.stack([middle - half, middle + half], axis=1)
    colours = [TENSION if tension else FORCE for tension in pulled[drawn]]
    return _lines(ax, bars, _widths(size[drawn], top, width), colours)


def draw_thrust_line(
    ax: "Axes",
    line: "ThrustLine",
    *,
    plane: str = "xz",
    width: float = WIDTH,
    largest: float | None = None,
    origin: ArrayLike = (0.0, 0.0, 0.0),
) -> "LineCollection":
    """Draw a thrust line, the width of each part in proportion to the force there, with a dot in each joint.

    ``width``: of the largest resultant (points). ``largest``: resultant (N) drawn with it, to compare pictures; None
    for the largest of the line. Dots outside their joint have the colour of tension; where a joint has no compressive
    resultant the line is broken. ``origin`` (3,): of the picture's frame (m). Draw the elevation first.
    """
    ax, axes = axes_of(ax), list(plane_axes(plane)[:2])
    instance_of(line, ThrustLine, "line")
    points = (line.points - finite_array(origin, (3,), "origin"))[:, axes]
    size = np.linalg.norm(line.force, axis=1)
    top = _largest(size, largest)
    parts = np.stack([points[:-1], points[1:]], axis=1)
    whole = np.isfinite(parts).all(axis=(1, 2))
    mean = 0.5 * (size[:-1] + size[1:])[whole]
    drawn = _lines(ax, parts[whole], _widths(mean, top, width), [FORCE] * int(whole.sum()))
    dots = np.isfinite(points[:, 0])
    for chosen, middle, edge in ((line.inside, "white", FORCE), (dots & ~line.inside, TENSION, TENSION)):
        ax.scatter(
            points[chosen, 0],
            points[chosen, 1],
            s=(0.5 * width + 1.0) ** 2,
            c=middle,
            edgecolors=edge,
            linewidths=0.8,
            zorder=4,
        )
    return drawn


def _lines(ax: "Axes", parts: Array, widths: Array, colours: list[str]) -> "LineCollection":
    from matplotlib.collections import LineCollection

    lines = LineCollection(list(parts), linewidths=widths.tolist(), colors=colours, capstyle="round", zorder=3)
    ax.add_collection(lines)
    ax.autoscale_view()
    return lines


def _widths(size: Array, top: float, width: float) -> Array:
    return np.maximum(positive_number(width, "width") * size / top, THINNEST)


def _largest(size: Array, largest: float | None) -> float:
    """The force (N) that is drawn with the full width."""
    if largest is not None:
        return positive_number(largest, "largest")
    return float(size.max(initial=0.0)) or 1.0


def _bar_length(ax: "Axes", count: int) -> float:
    diagonal = float(np.hypot(np.ptp(ax.get_xlim()), np.ptp(ax.get_ylim())))
    return SHORTEST * diagonal / float(np.sqrt(max(1.0, count / CROWDED)))


def vectors(table: Any, name: str) -> Array:
    """The columns name_x, name_y, name_z (J, 3) of a table of joints."""
    columns = [f"{name}_{axis}" for axis in "xyz"]
    data_frame(table, columns, "the table of joints, of drystone.joint_forces,")
    return np.asarray(table[columns].to_numpy(dtype=float))
