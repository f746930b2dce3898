"""Joints too narrow to be meant: pieces that meet along an edge alone, by rounding, are chamfered there.

Where four stones meet along an edge, or a stone lies in the corner of another, two of them touch along a line. Which
way they touch there nobody can tell, and a contact there would hold what the joints beside it let go.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from ..checks import FloatArray
from ..collision import detect
from ..model import Assembly, Block, State
from ..model.polyhedron import Polyhedron
from .cells import NEAR, Plane
from .trimming import below

__all__ = ["chamfered", "narrow_joints"]

CHAMFER = 1e-3
"""Depth of a chamfer, relative to the usual size of the blocks: ten times the gap that statics takes for closed."""
ROUNDS = 3
"""How often slivers are looked for: the chamfer of one piece may bare another."""

Pieces = tuple[Polyhedron, ...]


class _Patch(NamedTuple):
    """Where two pieces meet: their places, the middle, its long direction and its width (m)."""

    a: int
    b: int
    middle: FloatArray
    along: FloatArray
    width: float


def chamfered(blocks: Sequence[Pieces], narrow: float, usual: float) -> tuple[list[Pieces], set[tuple[int, int]]]:
    """The pieces of each block, chamfered where joints are narrower than ``narrow`` (m), and pairs of blocks that were.

    ``usual``: size of the blocks (m). Of two pieces the smaller is chamfered. A joint stays where one of its blocks has
    no wider one: it may stand on an edge.
    """
    pieces = [piece for block in blocks for piece in block]
    owner = [i for i, block in enumerate(blocks) for _ in block]
    found: set[tuple[int, int]] = set()
    for _ in range(ROUNDS):
        slivers = _slivers(pieces, owner, narrow)
        if not slivers:
            break
        for patch in slivers:
            place = min((patch.a, patch.b), key=lambda one: (pieces[one].volume, one))
            pieces[place] = _chamfered(pieces[place], patch, CHAMFER * usual)
            found.add((owner[patch.a], owner[patch.b]))
    parts = iter(pieces)
    return [tuple(next(parts) for _ in block) for block in blocks], found


def narrow_joints(blocks: Sequence[Pieces], narrow: float) -> dict[tuple[int, int], float]:
    """Width (m) of joints narrower than ``narrow`` (m) by pairs of blocks: those that `chamfered` would take away."""
    pieces = [piece for block in blocks for piece in block]
    owner = [i for i, block in enumerate(blocks) for _ in block]
    widths: dict[tuple[int, int], float] = {}
    for patch in _slivers(pieces, owner, narrow):
        a, b = sorted((owner[patch.a], owner[patch.b]))
        widths[a, b] = max(patch.width, widths.get((a, b), 0.0))
    return widths


def _slivers(pieces: Sequence[Polyhedron], owner: Sequence[int], narrow: float) -> list[_Patch]:
    """Patches narrower than ``narrow`` (m) of blocks that have wider ones."""
    patches = _patches(pieces, owner, narrow)
    held = {owner[piece] for patch in patches if patch.width >= narrow for piece in (patch.a, patch.b)}
    return [p for p in patches if p.width < narrow and {owner[p.a], owner[p.b]} <= held]


def _patches(pieces: Sequence[Polyhedron], owner: Sequence[int], narrow: float) -> list[_Patch]:
    """All patches on which pieces of different blocks meet."""
    blocks: dict[int, list[Polyhedron]] = {}
    for piece, block in zip(pieces, owner, strict=True):
        blocks.setdefault(block, []).append(piece)
    assembly = Assembly([Block(tuple(own)) for own in blocks.values()])
    contacts = detect(assembly, State.initial(assembly), NEAR * max(piece.size for piece in pieces) + 0.1 * narrow)
    if not contacts.count:
        return []
    names, starts = np.unique(contacts.key[:, 0], return_index=True)
    patches = []
    for name, points in zip(names.tolist(), np.split(contacts.midpoint, starts[1:]), strict=True):
        middle = points.mean(axis=0)
        _, _, axes = np.linalg.svd(points - middle)
        extents = np.ptp((points - middle) @ axes.T, axis=0)
        a, b = divmod(name, len(pieces))
        patches.append(_Patch(a, b, middle, axes[0] * (extents[0] > narrow), float(extents[1])))
    return patches


def _chamfered(piece: Polyhedron, patch: _Patch, depth: float) -> Polyhedron:
    """The piece without what is within ``depth`` of where the patch is, seen from its middle."""
    outward = patch.middle - piece.centroid
    outward = outward - (outward @ patch.along) * patch.along
    outward /= np.sqrt(outward @ outward)
    return below(piece, Plane(outward, float(patch.middle @ outward) - depth))
