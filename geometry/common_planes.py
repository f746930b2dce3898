"""Joints of a model: faces of two blocks that are nearly one plane get one common plane.

Blocks that are rebuilt between their planes then meet without gap or overlap, whatever the rounding of the file.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from ..checks import FloatArray
from .cells import Plane
from .solid import Faced

__all__ = ["Joint", "with_common_planes"]

OPPOSITE = -0.99
"""Cosine of the angle between the outward normals of two faces up to which they may face each other."""


@dataclass(frozen=True)
class Joint:
    """Two faces of different blocks that face each other.

    ``gap``: the largest distance (m) of a corner of one from the plane of the other, the lesser of the two ways round,
    since far corners of a long face tell nothing of a short one upon it; ``angle`` between them (degrees); ``moved``:
    how far the farther one was moved to a common plane (m), None where they have none.
    """

    block_a: str
    block_b: str
    gap: float
    angle: float
    moved: float | None


@dataclass
class _Common:
    """Faces that share a plane: places of block and plane, with the sign of the plane's normal for each.

    ``corners`` (n, 3) of all of them (m); ``leaning`` (3,): the sum of their normals, signed, over which they extend;
    ``middle`` (3,): the sum of the means of their corners (m).
    """

    members: list[tuple[int, int, float]]
    plane: Plane
    corners: FloatArray
    leaning: FloatArray
    middle: FloatArray

    @classmethod
    def of(cls, blocks: Sequence[Faced], block: int, place: int) -> "_Common":
        """One face alone."""
        plane, corners = blocks[block].planes[place], blocks[block].corners[place]
        leaning = plane.normal * _extent(corners)
        return cls([(block, place, 1.0)], plane, corners, leaning, corners.mean(axis=0))


def with_common_planes(blocks: Sequence[Faced], near: float, told: float) -> tuple[list[Faced], list[Joint]]:
    """The blocks, their faces moved to common planes where they face each other within ``near`` (m), and all joints.

    Planes are made from the closest faces on; one that some face of it would not reach within ``near`` is not made.
    Faces up to ``told`` (m) apart are among the joints, without a plane.
    """
    common: dict[tuple[int, int], _Common] = {}
    pairs = sorted(_near_pairs(blocks, max(2 * near, told)))
    for gap, one, other in pairs:
        if gap > 2 * near:
            break
        a, b = (common.get(key) or _Common.of(blocks, *key) for key in (one, other))
        united = None if a is b else _united(a, b, near)
        if united is not None:
            common |= {(block, place): united for block, place, _ in united.members}
    planes = [list(block.planes) for block in blocks]
    moved: dict[tuple[int, int], float] = {}
    for joint in {id(joint): joint for joint in common.values()}.values():
        for block, place, sign in joint.members:
            planes[block][place] = Plane(sign * joint.plane.normal, sign * joint.plane.offset)
            moved[block, place] = _distance(blocks[block].corners[place], joint.plane)
    joints = []
    for gap, one, other in pairs:
        (i, k), (j, m) = one, other
        normals = blocks[i].planes[k].normal, blocks[j].planes[m].normal
        angle = float(np.degrees(np.arcsin(min(1.0, float(np.linalg.norm(np.cross(*normals)))))))
        shared = one in common and common[one] is common.get(other)
        distance = max(moved[one], moved[other]) if shared else None
        joints.append(Joint(blocks[i].mesh.name, blocks[j].mesh.name, gap, angle, distance))
    return [replace(block, planes=tuple(own)) for block, own in zip(blocks, planes, strict=True)], joints


def _united(a: _Common, b: _Common, near: float) -> _Common | None:
    """The joint of the faces of two, or None where its plane is too far from one of them."""
    turn = float(np.sign(a.plane.normal @ b.plane.normal))
    members = [*a.members, *((i, j, turn * sign) for i, j, sign in b.members)]
    corners, middle = np.vstack([a.corners, b.corners]), a.middle + b.middle
    leaning = a.leaning + turn * b.leaning
    normal = leaning / np.sqrt(leaning @ leaning)
    plane = Plane(normal, float(middle @ normal) / len(members))
    return _Common(members, plane, corners, leaning, middle) if _distance(corners, plane) <= near else None


def _extent(corners: FloatArray) -> float:
    """A measure of the area of a face: the square of the diagonal of the box around it."""
    return float((np.ptp(corners, axis=0) ** 2).sum())


def _distance(corners: FloatArray, plane: Plane) -> float:
    return float(np.abs(corners @ plane.normal - plane.offset).max())


def _near_pairs(blocks: Sequence[Faced], far: float) -> Iterator[tuple[float, tuple[int, int], tuple[int, int]]]:
    """Distance and places of two faces of different blocks that face each other, up to ``far`` apart, and lie over each
    other by more than that.
    """
    low = np.array([block.mesh.vertices.min(axis=0) for block in blocks]) - far
    high = np.array([block.mesh.vertices.max(axis=0) for block in blocks]) + far
    for i, block in enumerate(blocks):
        meets = ((low[i] <= high[i + 1 :]) & (low[i + 1 :] <= high[i])).all(axis=1)
        for j in (np.flatnonzero(meets) + i + 1).tolist():
            other = blocks[j]
            cosine = np.array([p.normal for p in block.planes]) @ np.array([p.normal for p in other.planes]).T
            for k, m in np.argwhere(cosine < OPPOSITE).tolist():
                apart = min(_distance(block.corners[k], other.planes[m]), _distance(other.corners[m], block.planes[k]))
                if apart <= far and _over_each_other(block.corners[k], other.corners[m], block.planes[k], far):
                    yield apart, (i, k), (j, m)


def _over_each_other(a: FloatArray, b: FloatArray, plane: Plane, least: float) -> bool:
    """Whether the rectangles around two faces in a plane have more than an edge in common."""
    edge = a[1] - a[0]
    first = edge - (edge @ plane.normal) * plane.normal
    first /= np.sqrt(first @ first)
    axes = np.stack([first, np.cross(plane.normal, first)], axis=1)
    u, v = a @ axes, b @ axes
    common = np.minimum(u.max(axis=0), v.max(axis=0)) - np.maximum(u.min(axis=0), v.min(axis=0))
    return bool((common > least).all())
