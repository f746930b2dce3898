"""Elevations: the blocks seen from the front, from a side or from above."""

import math
from collections.abc import Collection, Iterable
from typing import TYPE_CHECKING, Any

import numpy as np

from ..checks import finite_number, yes_no
from ..model import Assembly
from .depth_buffer import nearest_faces
from .faces import faces_of
from .shapes import (
    Array,
    axes_of,
    colour_of,
    configuration,
    depth_order,
    named,
    piece_vertices,
    placed_vertices,
    plane_axes,
    silhouette,
)
from .style import EDGE, FIXED, HIGHLIGHT, STONE
from .ties import draw_ties

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.collections import PolyCollection

__all__ = ["draw_elevation", "outlines_of", "seen_blocks"]


OUTLINE, CROWDED = 0.5, 300
"""Width (points) of outlines, and number of blocks beyond which it shrinks with the root of their number: lines would
hide the stones."""


def draw_elevation(
    ax: "Axes",
    assembly: Assembly,
    position: Any = None,
    rotation: Any = None,
    *,
    plane: str = "xz",
    highlight: Iterable[str] = (),
    blocks: Iterable[str] | None = None,
    fill: bool = True,
    colour: str = EDGE,
    width: float | None = None,
    slack: Iterable[str] | None = None,
) -> "PolyCollection":
    """Draw the outlines of the blocks on ``ax`` and return them.

    ``position`` (B_all, 3) (m), ``rotation`` (B_all, 3, 3): a configuration, as `Trajectory` holds it; None for the
    initial one. ``plane``: "xz" (seen from -y), "yz" (from +x) or "xy" (from above); near blocks hide those behind.
    ``highlight``: names of blocks to point out. ``blocks``: names of those to draw, None for all. ``fill``: False
    leaves bare outlines, to lay one configuration over another. ``colour``, ``width``: of the lines, width in points,
    None for half a point, less where blocks are many. Fixed blocks are darker. Ties are lines over the blocks, broken
    where they are slack. ``slack``: the names of those, None for the ties whose anchors are nearer than their lengths
    without force, as if none had yielded.
    """
    from matplotlib.collections import PolyCollection

    across, up, _, _ = plane_axes(plane)
    ax, colour, fill = axes_of(ax), colour_of(colour), yes_no(fill, "fill")
    place = configuration(assembly, position, rotation)
    width = _width(assembly) if width is None else finite_number(width, "width (points)", least=0.0)
    chosen = None if blocks is None else named(assembly, blocks, "blocks")
    polygons, faces, edges, widths = outlines_of(
        assembly, *place, plane, named(assembly, highlight, "highlight"), chosen, fill, colour, width
    )
    outlines = PolyCollection(
        polygons,
        facecolors=faces if fill else "none",
        edgecolors=edges,
        linewidths=widths,
        antialiaseds=[line > 0.0 for line in widths],  # seams would show through smoothed edges
        joinstyle="round",
        zorder=2 if fill else 1.5,
    )
    ax.add_collection(outlines)
    if fill:
        draw_ties(ax, assembly, *place, np.eye(3)[[across, up]], chosen, slack)
    ax.set_aspect("equal", adjustable="box")
    ax.autoscale_view()
    ax.set_xlabel(f"{'xyz'[across]} (m)")
    ax.set_ylabel(f"{'xyz'[up]} (m)")
    return outlines


PIXELS = 300
"""Of the longer side of the picture by which it is found out who is seen."""
SEEN = 0.25
"""A block is seen where this share of its outline is not behind others."""


def seen_blocks(assembly: Assembly, position: Any, rotation: Any, plane: str) -> list[int]:
    """Numbers of the blocks that an elevation shows, apart from those that lie behind others."""
    place = configuration(assembly, position, rotation)
    across, up, ahead, side = plane_axes(plane)
    right = np.eye(3)[[across, up, ahead]] * np.array([[1.0], [1.0], [side]])
    every = range(len(assembly.blocks))
    vertices = placed_vertices(assembly, *place)
    faces = faces_of(assembly, *place, every, np.array([vertices.min(axis=0), vertices.max(axis=0)]))
    corners = faces.corners @ right.T
    low, size = corners.min(axis=0), np.ptp(corners, axis=0)
    scale = PIXELS / max(float(size[:2].max()), 1e-300)
    corners = (corners - low) * scale
    width, height = (math.ceil(one) + 1 for one in corners[:, :2].max(axis=0))
    found = nearest_faces(corners, faces.start, width, height)
    shown = np.bincount(faces.owner[found[found >= 0]], minlength=len(assembly.blocks))
    alone = np.zeros(len(assembly.blocks))
    for polygon, block in zip(np.split(corners[:, :2], faces.start[1:-1]), faces.owner, strict=True):
        x, y = polygon.T
        alone[block] += max(0.5 * float(np.dot(x, np.roll(y, -1)) - np.dot(y, np.roll(x, -1))), 0.0)
    return np.flatnonzero(shown > SEEN * alone).tolist()


def outlines_of(
    assembly: Assembly,
    position: Array,
    rotation: Array,
    plane: str,
    marked: Collection[int] = (),
    chosen: Collection[int] | None = None,
    fill: bool = True,
    colour: str = EDGE,
    width: float | None = None,
) -> tuple[list[Array], list[str], list[str], list[float]]:
    """Outlines (n, 2) in the order in which they are painted, colours of their inside and edge, widths (points)."""
    width = _width(assembly) if width is None else width
    pieces = piece_vertices(assembly, position, rotation)
    order = depth_order(pieces, plane)
    if chosen is not None:
        order = order[np.isin(assembly.geometry.piece_block[order], list(chosen))]
    owner = assembly.geometry.piece_block[order]
    polygons, faces, edges, widths = list[Array](), list[str](), list[str](), list[float]()
    parts_of = dict[int, list[Array]]()
    for i, block in zip(order.tolist(), owner.tolist(), strict=True):
        parts_of.setdefault(block, []).append(silhouette(pieces[i], plane))
    for block, parts in parts_of.items():
        shade = HIGHLIGHT if block in marked else FIXED if assembly.fixed[block] else STONE
        layers = [(colour, 3 * width), (shade, 0.0)] if fill and len(parts) > 1 else [(colour, width)]
        for edge, line in layers:  # a union: its outline first, then its parts without the seams between them
            polygons += parts
            faces += [shade] * len(parts)
            edges += [edge] * len(parts)
            widths += [line] * len(parts)
    return polygons, faces, edges, widths


def _width(assembly: Assembly) -> float:
    """Of outlines (points)."""
    return OUTLINE * min(1.0, float(np.sqrt(CROWDED / len(assembly.blocks))))
