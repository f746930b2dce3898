"""What a page shows as the header and the arrays of its data, see docs/page.md."""

from typing import Any

import numpy as np

from ..exports.bodies import near_origin
from ..view.frame import FAR, FARTHER, MOST, PART
from .content import Content
from .deformed import Bending, magnification
from .packing import packed
from .poses import LEVELS, Poses, pose_tolerance
from .shapes import Shapes

__all__ = ["encoded", "first_box", "view_box"]

FRAMED = 50
"""States by which the page finds how far blocks go, evenly spread."""
SIGNED = 32767
"""Steps of a component of a force up to the largest of all."""


def encoded(content: Content) -> str:
    """The data of a page as one text."""
    assembly = content.assembly
    shapes = Shapes.of(assembly)
    low, high = first_box(content, shapes)
    origin, size = near_origin(low, high), float(np.linalg.norm(high - low))
    factor, bent = _bending(content, shapes, size)
    tolerance = pose_tolerance(size) / factor
    settled = np.zeros_like(assembly.centroid) if content.settled is None else content.settled
    poses = Poses.of(content.time, content.displacement, content.rotation, shapes.reach, tolerance)
    header: dict[str, Any] = {
        "title": content.title,
        "kind": content.kind,
        "headline": content.headline,
        "tone": content.tone,
        "facts": [list(fact) for fact in content.facts],
        "notes": list(content.notes),
        "names": list(assembly.names),
        "box": [(side - origin).tolist() for side in view_box(content, shapes, low, high)],
        "origin": origin.tolist(),
        "size": size,
        "moved": content.moved,
        "tolerance": poses.tolerance,
        "play": content.play,
        "magnify": factor,
    }
    arrays = {
        "time": content.time,
        "ground": content.ground.astype(np.float32),
        "fixed": assembly.fixed.astype(np.uint8),
        "mass": assembly.mass.astype(np.float32),
        "centroid": (assembly.centroid - origin).astype(np.float32),
        "fallen": content.fallen.astype(np.float32),
        "settled": settled.astype(np.float32),
        "vertices": shapes.vertices.astype(np.float32),
        "owner": shapes.owner.astype(np.uint32),
        "triangles": shapes.triangles.astype(np.uint32),
        "edges": shapes.edges.astype(np.uint32),
        "reach": shapes.reach.astype(np.float32),
        "keyStart": poses.start.astype(np.uint32),
        "keyLow": poses.low.astype(np.float32),
        "keyExtent": poses.extent.astype(np.float32),
    }
    delta = {"keyFrame": poses.frame.astype(np.uint16), "keyValues": poses.values}
    for add in (_add_measures, _add_forces, _add_plots, _add_ties):
        add(content, header, arrays, delta)
    if bent is not None:
        _add_bending(bent, header, arrays, delta)
    return packed(header, arrays, delta)


def first_box(content: Content, shapes: Shapes) -> tuple[np.ndarray, np.ndarray]:
    """Least and largest coordinates (m) of what the page frames, in the first state: movable blocks, and fixed ones
    that are no larger than a part of them, such as abutments but not a slab; all blocks where none is movable.
    """
    fixed = content.assembly.fixed
    placed = content.assembly.centroid[shapes.owner] + content.displacement[0, shapes.owner] + shapes.vertices
    chosen = ~fixed if not fixed.all() else fixed
    size = float(np.linalg.norm(np.ptp(placed[chosen[shapes.owner]], axis=0)))
    inside = placed[(chosen | (shapes.reach < PART * size))[shapes.owner]]
    return inside.min(axis=0), inside.max(axis=0)


def view_box(content: Content, shapes: Shapes, low: np.ndarray, high: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The box from ``low`` to ``high`` (m) of the first state and where movable blocks go, as far as pictures follow.

    Blocks that have gone farther than that count no more: they would leave the structure a small part of the page.
    """
    movable = content.assembly.movable
    states = np.unique(np.linspace(0, len(content.time) - 1, FRAMED).astype(np.int64))
    centre = content.assembly.centroid[movable] + content.displacement[states][:, movable]
    size, height = float(np.linalg.norm(high - low)), float(high[2] - low[2])
    near = _inside(centre, low, high, max(FAR * size, height))
    if near.size and near.mean(axis=1).min() < MOST:
        near = _inside(centre, low, high, max(FARTHER * size, height))
    for state, chosen in zip(states, near, strict=True):
        corner = np.isin(shapes.owner, movable[chosen])
        block = shapes.owner[corner]
        placed = content.assembly.centroid[block] + content.displacement[state, block]
        placed += np.einsum("vij,vj->vi", content.rotation[state, block], shapes.vertices[corner])
        low = np.minimum(low, placed.min(axis=0, initial=np.inf))
        high = np.maximum(high, placed.max(axis=0, initial=-np.inf))
    return low, high


def _inside(centre: np.ndarray, low: np.ndarray, high: np.ndarray, far: float) -> np.ndarray:
    """Which centres (S, B, 3) are no farther than ``far`` (m) from a box."""
    return np.asarray(np.all((centre > low - far) & (centre < high + far), axis=2))


def _bending(content: Content, shapes: Shapes, size: float) -> tuple[float, Bending | None]:
    """By what displacements are magnified at first, and what is displaced within blocks."""
    if content.deformation is None:
        return 1.0, None
    bent = Bending.of(content.assembly, shapes.vertices, shapes.owner, content.deformation)
    return magnification(bent, content.displacement, shapes.owner, shapes.reach, size), bent


def _add_bending(bent: Bending, header: dict[str, Any], arrays: dict[str, Any], delta: dict[str, Any]) -> None:
    """Displacements within blocks by the largest of their components."""
    largest = float(np.abs(bent.values).max(initial=0.0)) or 1.0
    header["bent"] = largest
    arrays["bentVertices"] = bent.vertices.astype(np.uint32)
    arrays["bentStates"] = bent.states.astype(np.uint32)
    delta["bent"] = np.rint(bent.values * (SIGNED / largest)).astype(np.int16).view(np.uint16)


def _add_measures(content: Content, header: dict[str, Any], arrays: dict[str, Any], delta: dict[str, Any]) -> None:
    """Values of measures, those below zero as zero: whole = LEVELS * value / largest."""
    header["measures"] = []
    for number, measure in enumerate(content.measures):
        values = np.maximum(measure.values, 0.0)
        largest = float(values.max(initial=0.0))
        header["measures"].append({"name": measure.name, "unit": measure.unit, "largest": largest})
        arrays[f"measureStates{number}"] = measure.states.astype(np.uint32)
        delta[f"measure{number}"] = np.rint(values * (LEVELS / largest if largest else 0.0)).astype(np.uint16)


def _add_ties(content: Content, header: dict[str, Any], arrays: dict[str, Any], delta: dict[str, Any]) -> None:
    """Blocks of both ends of each tie, where the ends are in them, from their centroids (m), and what the tie is."""
    table = content.assembly.tie_table
    if table.count:
        arrays["tieState"] = content.ties
        arrays["tieBlocks"] = table.blocks.ravel().astype(np.uint32)
        arrays["tiePoints"] = np.stack([table.arm_a, table.arm_b], axis=1).reshape(-1, 3).astype(np.float32)


def _add_forces(content: Content, header: dict[str, Any], arrays: dict[str, Any], delta: dict[str, Any]) -> None:
    """Points between the corners of the box that holds them, forces by the largest of their components."""
    forces = content.forces
    if forces is None or not len(forces.point):
        return
    low, extent = forces.point.min(axis=0), np.ptp(forces.point, axis=0)
    scale = np.divide(LEVELS, extent, out=np.zeros(3), where=extent > 0.0)
    largest = float(np.abs(forces.force).max()) or 1.0
    header["forces"] = {
        "low": (low - header["origin"]).tolist(),
        "extent": extent.tolist(),
        "largest": largest,
        "lines": [len(line) for line in forces.thrust],
    }
    arrays["forceState"] = forces.state.astype(np.uint32)
    arrays["forceStart"] = forces.start.astype(np.uint32)
    delta["forceBlocks"] = forces.blocks.astype(np.uint16)
    delta["forcePoint"] = np.rint((forces.point - low) * scale).astype(np.uint16)
    delta["force"] = np.rint(forces.force * (SIGNED / largest)).astype(np.int16).view(np.uint16)
    arrays["thrustBlock"] = np.concatenate([*forces.thrust_blocks, np.zeros(0, np.int64)]).astype(np.uint32)
    lines = np.concatenate([*forces.thrust, np.zeros((0, 3))])
    arrays["thrust"] = (lines - header["origin"]).astype(np.float32)


def _add_plots(content: Content, header: dict[str, Any], arrays: dict[str, Any], delta: dict[str, Any]) -> None:
    header["plots"] = []
    for number, plot in enumerate(content.plots):
        header["plots"].append({"title": plot.title, "unit": plot.unit, "series": list(plot.series)})
        arrays[f"plot{number}"] = np.array(list(plot.series.values()), dtype=np.float32)
        if plot.time is not None:
            arrays[f"plotTime{number}"] = plot.time
